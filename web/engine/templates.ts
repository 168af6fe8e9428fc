/** The message that asks a worker for sentences with their templates; it gets no reply. */

export const KEEP_TEMPLATES = "keep templates";
