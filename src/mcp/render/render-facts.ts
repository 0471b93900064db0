type Facts = Readonly<Record<string, unknown>>;

const INDENT = '  ';

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isFacts(value) && Object.keys(value).length === 0);

/** Stored text stands behind `> ` on every line, so that none of it reads as a line of ours. */
const renderText = (text: string, indent: string): string =>
  /[\r\n]/.test(text)
    ? `\n${text
        .split('\n')
        .map((line) => `${indent}> ${line}`)
        .join('\n')}`
    : ` ${text}`;

function renderValue(value: unknown, indent: string): string {
  if (typeof value === 'string') return renderText(value, indent);
  if (Array.isArray(value)) return `\n${value.map((item) => renderItem(item, indent)).join('\n')}`;
  if (isFacts(value)) return `\n${renderLines(value, indent)}`;
  return ` ${String(value)}`;
}

function renderItem(item: unknown, indent: string): string {
  if (!isFacts(item)) return `${indent}-${renderValue(item, indent + INDENT)}`;
  return `${indent}- ${renderLines(item, indent + INDENT).trimStart()}`;
}

const renderLines = (facts: Facts, indent: string): string =>
  Object.entries(facts)
    .filter(([, value]) => !isNothing(value))
    .map(([name, value]) => `${indent}${name}:${renderValue(value, indent + INDENT)}`)
    .join('\n');

/** The same facts as text: some clients show the model only this. */
export function renderFacts(facts: Facts, prose: readonly string[]): string {
  const said = prose.map((name) => facts[name]).filter((text) => typeof text === 'string' && text !== '');
  const rest = Object.fromEntries(Object.entries(facts).filter(([name]) => !prose.includes(name)));
  const lines = renderLines(rest, '');
  return [...said, ...(lines === '' ? [] : [lines])].join('\n\n');
}
