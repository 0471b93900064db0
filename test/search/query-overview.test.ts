import { describe, expect, it } from 'vitest';
import { queryOverview } from '../../src/search/query-overview.ts';
import { parse } from './ranking-fixtures.ts';

const overviewOf = (text: string) => parse(text).overview;
const subjectOf = (text: string) => parse(text).terms.map(({ word }) => word);

describe('queryOverview', () => {
  it.each([
    'Can you summarize how my ferry repairs developed over time?',
    'summarise the ferry repairs',
    'Can you give me a comprehensive summary of how the ferry repairs went?',
    'overview of the ferry repairs',
    "Let's recap the ferry repairs.",
    'How has the ferry evolved?',
    'Fasse zusammen, wie die Reparatur der Fähre lief',
    'Gib mir einen Überblick über die Fähre',
    'Wie hat sich die Fähre entwickelt?',
    'Peux-tu résumer les réparations du bateau ?',
    'Comment le bateau a évolué ?',
    'Resume cómo avanzó la reparación del barco',
    'Dame un resumen de la reparación del barco',
    'Resuma como foi o conserto do barco',
    'Como o barco evoluiu?',
  ])('is a summary: %s', (text) => {
    expect(overviewOf(text)).toBe('summary');
  });

  it.each([
    'List the order in which I brought up the ferry repairs',
    'What was the order in which we repaired the ferry?',
    'Can you walk me through the ferry repairs?',
    'List the ferry repairs in chronological order.',
    'timeline of the ferry repairs',
    'in which order did I repair the ferry',
    'In welcher Reihenfolge wurde die Fähre repariert?',
    'Dans quel ordre ai-je parlé du bateau ?',
    '¿En qué orden mencioné el barco?',
    'Em que ordem mencionei o barco?',
  ])('is the order: %s', (text) => {
    expect(overviewOf(text)).toBe('order');
  });

  it.each([
    'what did the board summary say about the ferry',
    'which model do we use to summarize transcripts',
    'list the pumps in order to count them',
    'walk me through how to start the ferry',
    'walk me through starting the ferry',
    'update my resume for the ferry company',
    'what order did Mira place',
    'does the order in which the pumps start matter',
    'how did the ferry engine fail',
    'ferry repairs summary template',
    'timeline component bug',
    'recap video of the ferry',
    'sequence of events table',
  ])('is something else: %s', (text) => {
    expect(overviewOf(text)).toBeUndefined();
  });

  it('is not asked for by a pasted text', () => {
    const question = 'Summarize the ferry repairs';
    expect(queryOverview(question, 60)).toBe('summary');
    expect(queryOverview(question, 61)).toBeUndefined();
  });
});

describe('the subject of an overview', () => {
  it.each([
    [
      'Can you give me a comprehensive summary of how my ferry repairs have developed across our conversations so far?',
      ['ferry', 'repairs'],
    ],
    [
      'Can you list the order in which I brought up different aspects of my ferry repairs throughout our chats, in order? Mention ONLY and ONLY five items.',
      ['ferry', 'repairs'],
    ],
    [
      'Fasse bitte zusammen, wie sich die Fähre in unseren Gesprächen im Laufe der Zeit entwickelt hat',
      ['fahre'],
    ],
    ['Peux-tu résumer comment le bateau a évolué au fil du temps dans nos conversations ?', ['bateau']],
    ['Resume cómo la barca ha evolucionado a lo largo del tiempo en nuestras conversaciones', ['barca']],
    ['Resuma como a barca evoluiu ao longo do tempo em nossas conversas', ['barca']],
  ])('leaves out how it is asked for: %s', (text, words) => {
    expect(subjectOf(text)).toEqual(words);
  });

  it.each([
    ['Summarize my action items and spare parts', ['action', 'items', 'spare', 'parts']],
    ['Can you summarize how my resume changed?', ['resume', 'changed']],
    ['Summarize my therapy sessions', ['therapy', 'sessions']],
  ])('keeps such words where they are the subject: %s', (text, words) => {
    expect(subjectOf(text)).toEqual(words);
  });

  it('keeps these words in other questions, and if there are no others', () => {
    expect(subjectOf('which steps have we discussed for the ferry')).toContain('steps');
    expect(subjectOf('Give me an overview')).toContain('overview');
  });
});
