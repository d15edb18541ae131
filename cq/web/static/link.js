// A value as the fragment of a link: JSON, deflated, in base64url.

import { byId } from "./elements.js";

const PREFIX = "#d=";

export async function toFragment(value) {
  const bytes = await pipe(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return PREFIX + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The value of a fragment; null if it holds none. Throws if it is damaged. */
export async function fromFragment(fragment) {
  if (!fragment.startsWith(PREFIX)) return null;
  const binary = atob(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const text = new TextDecoder().decode(await pipe(bytes, new DecompressionStream("deflate-raw")));
  return JSON.parse(text);
}

async function pipe(bytes, through) {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Whether the address holds a link, or what is left of one. Else it names a part of the page, or nothing. */
export function hasLink() {
  const fragment = location.hash.slice(1);
  return Boolean(fragment) && byId(fragment) === null;
}
