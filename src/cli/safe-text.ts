// biome-ignore lint/suspicious/noControlCharactersInRegex: stored text must not move the cursor of a terminal.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text of unknown origin for a terminal: nothing in it moves the cursor or turns the line around. */
export const safeText = (text: string): string =>
  text.replaceAll(/\r\n/g, '\n').replaceAll(CONTROLS, '\ufffd');

/** The same, on one line. */
export const oneLine = (text: string): string => safeText(text).replaceAll(/\s+/g, ' ').trim();
