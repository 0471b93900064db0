import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { objectOf, objectsIn, parseObject, stringOf } from '../shared/transcript-json.ts';

/** The text of a message, whose content is a list of typed parts. */
export const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : objectsIn(content)
        .map(({ text }) => stringOf(text))
        .filter((text) => text !== '')
        .join('\n');

/** What a tool answered. */
export interface ToolOutput {
  readonly text: string;
  readonly exitCode: number | null;
  /** The command goes on under this id. */
  readonly runsAs: string | null;
}

const HEADER =
  /^(?:(?:Command|Chunk ID|Wall time|Exit code|Original token count|Total output lines)\b[^\n]*\n|Process (?:exited|running)[^\n]*\n)+Output:\n/;
const EXIT_CODE = /^(?:Process exited with code|Exit code:) (-?\d{1,10})$/m;
const RUNNING = /^Process running with session ID (\d{1,12})$/m;

/** Newer clients put a header before the output, older ones wrap it into JSON. */
export function parseOutput(output: unknown): ToolOutput {
  const written = isJsonObject(output) ? textOf(output.content ?? output.text) : textOf(output);
  const header = HEADER.exec(written)?.[0];
  if (header !== undefined) {
    const code = EXIT_CODE.exec(header)?.[1];
    return {
      text: written.slice(header.length),
      exitCode: code === undefined ? null : Number(code),
      runsAs: RUNNING.exec(header)?.[1] ?? null,
    };
  }
  const wrapped = written.startsWith('{"output":') ? parseObject(written) : {};
  const metadata = objectOf(wrapped.metadata);
  return {
    text: typeof wrapped.output === 'string' ? wrapped.output : written,
    exitCode: typeof metadata.exit_code === 'number' ? metadata.exit_code : null,
    runsAs: null,
  };
}

function locationOf({ code_location: place }: JsonObject, folder: string | null): string {
  const at = objectOf(place);
  const range = objectOf(at.line_range);
  const whole = stringOf(at.absolute_file_path);
  const path = folder !== null && whole.startsWith(`${folder}/`) ? whole.slice(folder.length + 1) : whole;
  return path === '' ? '' : ` (${path}${typeof range.start === 'number' ? `:${range.start}` : ''})`;
}

/** A review ends with its findings in JSON. They are shown as the client shows them. */
export function readableReply(text: string, folder: string | null): string {
  if (!/^\{\s*"(?:findings|overall_\w+)"/.test(text)) return text;
  const { findings, overall_explanation: explanation, overall_correctness: verdict } = parseObject(text);
  if (!Array.isArray(findings)) return text;
  const found = objectsIn(findings).map(
    (one) => `- ${stringOf(one.title)}${locationOf(one, folder)}: ${stringOf(one.body)}`,
  );
  const lines = [
    stringOf(verdict) === '' ? '' : `Verdict of the review: ${stringOf(verdict)}.`,
    found.length === 0 ? 'No findings.' : '',
  ];
  const opening = [...lines, stringOf(explanation)].filter((line) => line !== '').join(' ');
  return [opening, ...found].filter((line) => line !== '').join('\n');
}
