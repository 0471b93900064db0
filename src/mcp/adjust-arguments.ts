import type * as z from 'zod';
import { findTextProblem } from '../domain/check-text.ts';
import type { FieldProblem } from '../domain/error.ts';
import { type Notice, notice } from '../domain/next-step.ts';
import { appendKey, showGiven } from '../lib/describe-issue.ts';
import { isJsonObject, type JsonObject } from '../lib/json-depth.ts';
import {
  accepts,
  acceptsNull,
  objectOption,
  optionOf,
  optionsOf,
  parseList,
  type Schema,
} from './schema-options.ts';

/**
 * A call is not refused for trivia: at the end of a context there is often no second try. This step adjusts arguments before
 * they are checked against the schema of their tool, which stays strict, and reports every adjustment.
 */

export interface AdjustedArguments {
  readonly given: Record<string, unknown>;
  readonly notices: readonly Notice[];
  /** What the schema does not check: required texts that are empty, and texts that the store cannot hold. */
  readonly problems: readonly FieldProblem[];
}

interface Place {
  readonly path: string;
  /** Of the parameter; items of a list have that of their list. */
  readonly name: string;
}

const LEFT_OUT = Symbol('left out');

/** Spaces around these mean nothing. Around all other texts they are kept, because they are somebody's data. */
const IS_ID = /(?:^|_)ids?$|^supersedes$|^cursor$/;
const IS_DATE = /_at$|^(?:since|until|as_of)$/;
const RECORD_ID = /^\s*[a-z]{3}_[0-9a-z]{26}\s*$/;

/** More than the maximum means "as much as possible". */
const SIZES: readonly string[] = ['limit', 'history_limit', 'last_messages', 'max_chars'];

/** Required, and yet meaningful when it is empty. */
const MAY_BE_EMPTY: readonly string[] = ['query'];

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const MAX_NOTICES = 20;

const isBlank = (value: unknown): value is string => typeof value === 'string' && value.trim() === '';

class Adjuster {
  readonly notes: string[] = [];
  readonly problems: FieldProblem[] = [];

  #note({ path }: Place, what: string): void {
    this.notes.push(`\`${path}\` ${what}.`);
  }

  adjust(schema: Schema, value: unknown, place: Place): unknown {
    const { def } = schema._zod;
    switch (def.type) {
      case 'optional':
        return this.#optional(def.innerType as Schema, value, place);
      case 'nullable':
        return value === null ? value : this.adjust(def.innerType as Schema, value, place);
      case 'object':
        return isJsonObject(value)
          ? this.object(def.shape as Record<string, Schema>, value, place.path)
          : value;
      case 'record':
        return isJsonObject(value) ? this.#record(def.valueType as Schema, value, place) : value;
      case 'array':
        return this.#list(def.element as Schema, value, place);
      case 'union':
        return this.#union(schema, value, place);
      case 'number':
        return this.#number(schema, value, place);
      case 'boolean':
        return this.#boolean(value, place);
      case 'enum':
        return typeof value === 'string' ? this.#word(schema, value, place) : value;
      case 'string':
        return typeof value === 'string' ? this.#text(value, place) : value;
      default:
        return value;
    }
  }

  object(shape: Readonly<Record<string, Schema>>, given: JsonObject, path = ''): Record<string, unknown> {
    const adjusted: Record<string, unknown> = { ...given };
    for (const [name, schema] of Object.entries(shape)) {
      if (!Object.hasOwn(given, name)) continue;
      const value = this.adjust(schema, given[name], { path: appendKey(path, name), name });
      if (value === LEFT_OUT) delete adjusted[name];
      else adjusted[name] = value;
    }
    return adjusted;
  }

  #optional(schema: Schema, value: unknown, place: Place): unknown {
    if (value === undefined) return LEFT_OUT;
    const isNull = value === null && !acceptsNull(schema);
    if (!isNull && !isBlank(value)) return this.adjust(schema, value, place);
    this.#note(place, `was ${isNull ? 'null' : 'empty'} and was ignored`);
    return LEFT_OUT;
  }

  #record(schema: Schema, given: JsonObject, { path, name }: Place): Record<string, unknown> {
    const adjusted: Record<string, unknown> = { ...given };
    for (const key of Object.keys(given)) {
      const place = { path: appendKey(path, key), name };
      if (given[key] !== null || acceptsNull(schema)) {
        adjusted[key] = this.adjust(schema, given[key], place);
        continue;
      }
      delete adjusted[key];
      this.#note(place, 'was null and was ignored');
    }
    return adjusted;
  }

  #list(element: Schema, value: unknown, place: Place): unknown {
    const items = typeof value === 'string' ? this.#listIn(element, value, place) : value;
    if (isJsonObject(items) && accepts(element, 'object')) {
      this.#note(place, 'was one object, and is read as a list with one item');
      return this.#list(element, [items], place);
    }
    if (!Array.isArray(items)) return items;
    const isEmpty = (item: unknown) =>
      isBlank(item) || (item === null && !acceptsNull(element)) || (isJsonObject(item) && isBlank(item.text));
    const kept = items.filter((item) => !isEmpty(item));
    const dropped = items.length - kept.length;
    if (dropped > 0)
      this.#note(
        place,
        dropped === 1
          ? 'had an empty item, which was left out'
          : `had ${dropped} empty items, which were left out`,
      );
    return kept.map((item, index) =>
      this.adjust(element, item, { path: `${place.path}[${index}]`, name: place.name }),
    );
  }

  #listIn(element: Schema, text: string, place: Place): unknown {
    const items = parseList(element, text);
    if (items !== undefined) {
      this.#note(place, `was a text that contains a JSON list, and is read as that list of ${items.length}`);
      return items;
    }
    if (!accepts(element, 'string', 'enum')) return text;
    this.#note(place, 'was one text, and is read as a list with one item');
    return [text];
  }

  #union(schema: Schema, value: unknown, place: Place): unknown {
    const options = optionsOf(schema);
    if (typeof value === 'string') return this.#unionText(options, value, place);
    if (Array.isArray(value)) return this.#asOption(optionOf(options, 'array'), value, place);
    return isJsonObject(value) ? this.#asOption(objectOption(schema, value), value, place) : value;
  }

  #unionText(options: readonly Schema[], value: string, place: Place): unknown {
    const of = (type: string) => optionOf(options, type);
    const list = of('array');
    if (list?._zod.def.type === 'array' && parseList(list._zod.def.element as Schema, value) !== undefined)
      return this.adjust(list, value, place);
    const isFlag =
      options.length === 2 && of('boolean') !== undefined && /^\s*(?:true|false)\s*$/i.test(value);
    return this.#asOption(isFlag ? of('boolean') : of('string'), value, place);
  }

  #asOption(option: Schema | undefined, value: unknown, place: Place): unknown {
    return option === undefined ? value : this.adjust(option, value, place);
  }

  #number(schema: Schema, value: unknown, place: Place): unknown {
    const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) return value;
    if (number !== value) this.#note(place, `was text, and is read as the number ${number}`);
    const { maxValue: maximum } = schema as unknown as Pick<z.ZodNumber, 'maxValue'>;
    if (!SIZES.includes(place.name) || maximum === null || number <= maximum) return number;
    this.#note(place, `was ${number}, so the maximum, ${maximum}, is used`);
    return maximum;
  }

  #boolean(value: unknown, place: Place): unknown {
    if (typeof value !== 'string') return value;
    const word = value.trim().toLowerCase();
    if (word !== 'true' && word !== 'false') return value;
    this.#note(place, `was text, and is read as ${word}`);
    return word === 'true';
  }

  #text(value: string, place: Place): string {
    const { path, name } = place;
    const isTrimmed =
      IS_ID.test(name) || IS_DATE.test(name) || (name === 'resolved_loops' && RECORD_ID.test(value));
    const text = isTrimmed ? this.#trim(value, place) : value;
    const min = path === name && !MAY_BE_EMPTY.includes(name) ? 1 : 0;
    this.problems.push(...(findTextProblem(path, text, { min, max: Number.MAX_SAFE_INTEGER })?.fields ?? []));
    return text;
  }

  /** A word of a fixed list, in any case. */
  #word(schema: Schema, value: string, place: Place): string {
    const word = this.#trim(value, place);
    const { values } = schema._zod as unknown as { readonly values: ReadonlySet<unknown> };
    const lower = word.toLowerCase();
    if (values.has(word) || !values.has(lower)) return word;
    this.#note(place, `was ${showGiven(word)}, and is read as ${showGiven(lower)}`);
    return lower;
  }

  #trim(value: string, place: Place): string {
    const trimmed = value.trim();
    if (trimmed !== value) this.#note(place, `had spaces around ${showGiven(trimmed)}, which were removed`);
    return trimmed;
  }
}

function noticesOf(notes: readonly string[]): readonly Notice[] {
  const rest = notes.length - MAX_NOTICES;
  const shown = notes.slice(0, MAX_NOTICES);
  const texts = rest > 0 ? [...shown, `${rest} more arguments were adjusted in the same way.`] : shown;
  return texts.map((text) => notice(text));
}

export function adjustArguments(parser: z.ZodObject, given: JsonObject): AdjustedArguments {
  const adjuster = new Adjuster();
  const adjusted = adjuster.object(parser.shape as unknown as Record<string, Schema>, given);
  return { given: adjusted, notices: noticesOf(adjuster.notes), problems: adjuster.problems };
}
