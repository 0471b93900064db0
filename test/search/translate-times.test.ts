import { describe, expect, it } from 'vitest';
import { DAY, NOW, parse } from './ranking-fixtures.ts';

const dayOf = (question: string) => {
  const { time } = parse(question);
  return time === undefined ? undefined : new Date(time.from).toISOString().slice(0, 10);
};

describe('times in other languages', () => {
  it.each([
    ['Was haben wir am 3. März 2026 entschieden?', '2026-03-03'],
    ['Qu’avons-nous décidé le 3 mars 2026 ?', '2026-03-03'],
    ['¿Qué decidimos el 3 de marzo de 2026?', '2026-03-03'],
    ['O que decidimos em março de 2026?', '2026-03-01'],
    ['Was geschah im Februar mit dem Ofen?', '2026-02-01'],
    ['Was war gestern mit dem Ofen?', new Date(NOW - DAY).toISOString().slice(0, 10)],
    ['¿Qué pasó ayer con el horno?', new Date(NOW - DAY).toISOString().slice(0, 10)],
  ])('%s', (question, day) => {
    expect(dayOf(question)).toBe(day);
  });

  it.each([
    'Was ist am 3. März 2026 passiert?',
    'Was geschah am 3. März 2026?',
    'Qu’est-ce qui s’est passé le 3 mars 2026 ?',
    '¿Qué pasó el 3 de marzo de 2026?',
    'O que aconteceu em 3 de março de 2026?',
  ])('are all that is asked for: %s', (question) => {
    expect(dayOf(question)).toBe('2026-03-03');
    expect(parse(question).terms).toEqual([]);
  });

  it('do not take ordinary words for times', () => {
    expect(dayOf('how far is mars from the sun')).toBeUndefined();
    expect(dayOf('hier liegt der Schlüssel')).toBeUndefined();
  });
});
