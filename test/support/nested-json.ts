/** JSON nested so many levels deep, lists and objects by turns. */
export const nested = (depth: number): string => {
  const opening = Array.from({ length: depth }, (_, level) => (level % 2 === 0 ? '{"a":' : '['));
  const closing = Array.from({ length: depth }, (_, level) => (level % 2 === 0 ? '}' : ']')).reverse();
  return `${opening.join('')}1${closing.join('')}`;
};
