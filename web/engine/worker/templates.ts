/** Whether this worker's modules say sentences with their templates. */

import { KEEP_TEMPLATES } from "../templates";

let keeps = false;

/** Takes the message that asks for it; false for any other. */
export function takesTemplatesRequest(message: unknown): boolean {
  if (message !== KEEP_TEMPLATES) return false;
  keeps = true;
  return true;
}

export function keepsTemplates(): boolean {
  return keeps;
}
