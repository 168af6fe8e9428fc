/**
 * The message that asks a worker for sentences with their templates; it gets no reply. Must not know
 * what is made of them.
 */

export const KEEP_TEMPLATES = "keep templates";
