import { describe, expect, it } from 'vitest';
import { Scribe } from '../../../src/domain/campaign/recap/scribe.ts';
import { tellDeed } from '../../../src/domain/campaign/recap/tell-deed.ts';
import { capitalized } from '../../../src/domain/campaign/recap/wording.ts';
import { anEvent } from './an-event.ts';

const CAP = 160;
const tell = (description: string, actor: string | null = 'Tovin') =>
  capitalized(tellDeed(anEvent({ actor, description }), CAP, new Scribe(new Map())));

/** Each as somebody types it, and as it is read aloud. */
const TOLD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'what "I" do is told of who does it': {
    'I search the chest': 'Tovin searches the chest.',
    'i attack the goblin!': 'Tovin attacks the goblin!',
    'I’ll try the door.': 'Tovin tries the door.',
    'I quietly carry the lamp': 'Tovin quietly carries the lamp.',
    'I have a plan.': 'Tovin has a plan.',
    'I can’t open it.': 'Tovin can’t open it.',
    'I’m tired and want to sleep': 'Tovin is tired and wants to sleep.',
    'I don’t know.': 'Tovin does not know.',
    'I took the gold and ran': 'Tovin took the gold and ran.',
    'I tell him "I know who you are"': 'Tovin tells him “I know who you are.”',
    'I run. I hide. I wait.': 'Tovin runs, then hides, then waits.',
    'Hide. Then stab.': 'Tovin hides, then stabs.',
    'Then I wait': 'Tovin: “Then I wait.”',
    'I search the chest. It is locked.': 'Tovin searches the chest. “It is locked.”',
  },
  'verbs that are joined agree, or are told as what was decided': {
    'I step between them and swing.': 'Tovin steps between them and swings.',
    'I look around, find the door, and open it.': 'Tovin looks around, finds the door, and opens it.',
    'I buy bread and water.': 'Tovin decides to buy bread and water.',
    'I help Mira lift the gate and carry the chest':
      'Tovin decides to help Mira lift the gate and carry the chest.',
    'I try to pick the lock and listen for the dog.':
      'Tovin decides to try to pick the lock and listen for the dog.',
    'I bamboozle the guard': 'Tovin decides to bamboozle the guard.',
  },
  'a verb without anybody follows the name': {
    'asks the innkeeper about the mill': 'Tovin asks the innkeeper about the mill.',
    'tries to pick the lock': 'Tovin tries to pick the lock.',
    'Quickly grabs the torch and runs': 'Tovin quickly grabs the torch and runs.',
    'asks about the mill. Then he leaves.': 'Tovin asks about the mill. “Then he leaves.”',
    'bamboozles the guard': 'Tovin bamboozles the guard.',
    'snores loudly': 'Tovin snores loudly.',
    'sneaking past the guard': 'Tovin is sneaking past the guard.',
    'search the chest': 'Tovin searches the chest.',
    'Cast Fireball at the goblins and run': 'Tovin casts Fireball at the goblins and runs.',
    '*draws her sword*': 'Tovin draws her sword.',
    '/me draws her sword': 'Tovin draws her sword.',
    'Tovin: I go north': 'Tovin goes north.',
  },
  'who is named need not be named again': {
    'Tovin sneaks past the guard': 'Tovin sneaks past the guard.',
    'Tovin sneaks past. Then he waits.': '“Tovin sneaks past. Then he waits.”',
    '"Halt!" shouts Tovin.': "“'Halt!' shouts Tovin.”",
  },
  'what is told of "she", "he" or "they" is narration and no speech': {
    'She weeps over the body, then takes his axe.': '“She weeps over the body, then takes his axe.”',
    'He asks the innkeeper': '“He asks the innkeeper.”',
    'They’re coming!': 'Tovin calls out: “They’re coming!”',
    'They follow us.': 'Tovin: “They follow us.”',
  },
  'speech is speech': {
    "'Who goes there?'": 'Tovin asks: “Who goes there?”',
    '"Don\'t shoot!"': "Tovin calls out: “Don't shoot!”",
    '“We come in peace.”': 'Tovin says: “We come in peace.”',
    '「誰だ？」': 'Tovin asks: “誰だ？”',
    'Is the door locked?': 'Tovin asks: “Is the door locked?”',
    'We leave at dawn': 'Tovin says: “We leave at dawn.”',
    'Let’s go home.': 'Tovin says: “Let’s go home.”',
    'Stop right there!': 'Tovin calls out: “Stop right there!”',
    'Guards at the gate!': 'Tovin calls out: “Guards at the gate!”',
  },
  'what cannot be told of somebody stays their words': {
    'The iron key, on the far door.': 'Tovin: “The iron key, on the far door.”',
    'Standing stones ahead': 'Tovin: “Standing stones ahead.”',
    'Looks like rain': 'Tovin: “Looks like rain.”',
    'Then I use my shoulder.': 'Tovin: “Then I use my shoulder.”',
    'persuade the guard to let us pass': 'Tovin: “persuade the guard to let us pass.”',
    'Ich öffne die Tür.': 'Tovin: “Ich öffne die Tür.”',
    門を開ける: 'Tovin: “門を開ける。”',
    '⚔️': 'Tovin: “⚔️.”',
    'Deal.': 'Tovin: “Deal.”',
    'knock knock': 'Tovin: “knock knock.”',
    'I use [1] my "shoulder': "As Tovin puts it: “I use (1) my 'shoulder.”",
  },
};

describe('what somebody does', () => {
  for (const [rule, cases] of Object.entries(TOLD))
    describe(rule, () => {
      for (const [deed, told] of Object.entries(cases)) it(deed, () => expect(tell(deed)).toBe(told));
    });

  it('is said in the first person only as their own words', () => {
    for (const deed of ['I throw myself in front of her.', 'I draw my sword.', 'I goblin attaccano.'])
      expect(tell(deed)).toMatch(/^(?:Tovin|In Tovin’s words|As Tovin puts it): “I [^”]+\.”$/);
  });

  it('is told of the party, or of nobody, where nobody is named', () => {
    expect(tell('I search the chest', null)).toBe('The party searches the chest.');
    expect(tell('We leave at dawn', null)).toBe('“We leave at dawn.”');
    expect(tell('Is the door locked?', null)).toBe('“Is the door locked?”');
    expect(tell("'Who goes there?'", null)).toBe('“Who goes there?”');
    expect(tell('The party rests.', null)).toBe('“The party rests.”');
  });

  it('ends in "…" where it is cut, at a sentence or at a word', () => {
    const long = `I walk. ${'The hall goes on and on, darker at every step. '.repeat(20)}`;
    expect(tell(long)).toMatch(/^Tovin walks\. “(?:The hall [^.]+\. )+…”$/);
    const breathless = tell(`und ${'immer weiter '.repeat(60)}`);
    expect(breathless).toMatch(/^Tovin: “und (?:immer weiter )+immer(?: weiter)?…”$/);
    expect(breathless.length).toBeLessThan(CAP + 20);
  });

  it('does not follow on where somebody is or was something', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      const scribe = new Scribe(new Map());
      scribe.speaker = 'Tovin';
      const event = anEvent({ id, actor: 'Tovin', description: 'I was never here.' });
      expect(tellDeed(event, CAP, scribe)).toBe('Tovin was never here.');
    }
  });

  it('goes on with another word where the same one acts again', () => {
    const scribe = new Scribe(new Map());
    const told = ['I wait.', 'I listen.', 'I sleep.', 'I wake.'].map((description, at) =>
      tellDeed(anEvent({ id: `evt_${at}`, actor: 'Tovin', description }), CAP, scribe),
    );
    expect(told[0]).toBe('Tovin waits.');
    for (const each of told) expect(each).toMatch(/^(?:then |after that )?Tovin [a-z]+s\.$/);
    expect(new Set(told.map((each) => each.split('Tovin')[0])).size).toBeGreaterThan(1);
  });
});
