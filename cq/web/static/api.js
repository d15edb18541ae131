// Requests to the server that serves this page.

import { strings } from "./strings.js";

/** The server's sentence about what is wrong. */
export class ApiError extends Error {}

// Relative to this file: a proxy may have the server under a path of its own.
const API = new URL("../api/", import.meta.url);
// Behind a proxy all visitors may have one address: the server tells them apart by this.
const SESSION = crypto.getRandomValues(new Uint32Array(2)).join("-");

export const post = (name, body) =>
  request(name, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Session-Id": SESSION },
    body: JSON.stringify(body),
  });

export const get = (path) => request(path, { headers: { "X-Session-Id": SESSION } });

async function request(path, options) {
  let response;
  try {
    response = await fetch(new URL(path, API), options);
  } catch {
    throw new ApiError(strings.noServer);
  }
  const value = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(value?.error ?? strings.status(response.status));
  return value;
}
