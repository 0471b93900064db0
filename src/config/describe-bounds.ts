import type { NumberOption, Option } from './option.ts';

/** What a value of this option may be, in words that follow "must be". */
export function describeBounds(option: Option): string {
  switch (option.type) {
    case 'path':
      return 'a path';
    case 'boolean':
      return 'true or false (also 1, 0, yes, no)';
    case 'number':
      return describeRange(option);
    case 'text':
      if (option.among !== undefined) return option.among.join(' or ');
      return option.format?.words ?? `text of 1 to ${option.maxLength} characters`;
    case 'list':
      switch (option.of) {
        case 'word':
          return `one or more of ${option.among?.join(', ')}, separated by commas`;
        case 'path':
          return "absolute paths, separated by the platform's path delimiter";
        case 'pattern':
          return 'regular expressions, one per line';
      }
  }
}

function describeRange({ isWhole, min, above, max }: NumberOption): string {
  const what = isWhole ? 'a whole number' : 'a number';
  return above === undefined ? `${what} from ${min} to ${max}` : `${what} above ${above} and at most ${max}`;
}

export function describeDefault(option: Option): string {
  const value = option.type === 'list' ? option.default.join(',') : option.default;
  return value === undefined || value === '' ? 'none' : String(value);
}
