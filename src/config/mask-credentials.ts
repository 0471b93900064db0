/** Up to the last `@` of the line, because an unencoded password may contain any character. A port is no password. */
const CREDENTIALS = /(?<=[a-z\d+.-]:\/\/)(?:[^\s/?#@:]*:(?!\d+[/?#]).*|[^\s/?#]*)@/gi;

const maskText = (text: string): string => text.replace(CREDENTIALS, '***@');

export function maskCredentials<Value>(value: Value): Value;
export function maskCredentials(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map((item) => maskCredentials(item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [maskText(key), maskCredentials(item)]),
  );
}
