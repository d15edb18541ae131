// Requests to the server that serves this page.

import { strings } from "./strings.js";

/** The server's sentence about what is wrong. */
export class ApiError extends Error {}

export const post = (name, body) =>
  request(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

export const get = (path) => request(`/api/${path}`);

async function request(url, options) {
  let response;
  try {
    response = await fetch(url, options);
  } catch {
    throw new ApiError(strings.noServer);
  }
  const value = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(value?.error ?? strings.status(response.status));
  return value;
}
