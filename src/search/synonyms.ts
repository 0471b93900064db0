import { IRREGULAR } from './irregular-forms.ts';
import { stem } from './stem.ts';

/** Words people take for each other when they ask. One line, one meaning; short forms beside what they stand for. */
const GROUPS = `
price cost fee charge
salary wage pay
buy purchase
error failure fault bug
crash panic
delete remove erase
create make build
start begin launch
stop end finish
expire expiry expiration
timeout deadline limit
allow permit allowed permitted
forbid forbidden ban banned prohibit prohibited
choose chose chosen pick picked select selected
decide decided agree agreed settle settled
change modify alter
fix repair mend
test check verify
send sent deliver ship
get receive fetch
show display render
hide conceal
find search locate
keep store save retain retention
log record
rename renamed
replace replaced swap
move migrate transfer
release publish deploy rollout
rollback revert undo
backup copy
folder directory
configuration settings
authentication login
file document
picture photo image
password passphrase
memory ram
processor cpu
size length
speed fast quick performance
slow latency
customer client
user person people
employee staff
boss manager supervisor
colleague coworker
company firm
meeting call appointment
holiday vacation leave
house home
flat apartment
car vehicle
doctor physician
child kid children kids
mother mom mum
father dad
wife husband spouse partner
friend buddy
dog puppy
cat kitten
job work career
study studies education school
trip journey travel
food meal
gift present
money cash
shop store
music song
book novel
game play
sport exercise workout
sick ill illness
die died death dead
kill slay slain
fight battle combat
weapon sword blade
ac armor armour
npc character
dm gm
gold coin coins
inn tavern
boat ship vessel
king ruler
priest cleric
wizard mage
enemy foe
secret hidden
letter note
key keys
map chart
`;

/** Short forms and other spellings: the same word. */
const SPELLINGS = `
database db
repository repo
configuration config
authentication auth
environment env
production prod
development dev
documentation docs
message msg
application app
administrator admin
kubernetes k8s
javascript js
typescript ts
postgres postgresql
colour color
grey gray
armor armour
authorization authorisation
`;

const ANOTHER_FORM = 0.95;
const ANOTHER_WORD = 0.6;

type Kin = Map<string, Map<string, number>>;

function relate(kin: Kin, lines: string, strength: number): Kin {
  for (const line of lines.trim().split('\n')) {
    const words = line.split(' ');
    for (const word of words) {
      const known = kin.get(stem(word)) ?? new Map<string, number>();
      for (const other of words)
        if (stem(other) !== stem(word)) known.set(other, Math.max(strength, known.get(other) ?? 0));
      kin.set(stem(word), known);
    }
  }
  return kin;
}

/** Made when somebody first searches: a server that starts need not wait for it. */
let known: Kin | undefined;

function allKin(): Kin {
  known ??= relate(
    relate(relate(new Map(), GROUPS, ANOTHER_WORD), SPELLINGS, ANOTHER_FORM),
    IRREGULAR,
    ANOTHER_FORM,
  );
  return known;
}

const NONE: ReadonlyMap<string, number> = new Map();

/** Other words for the same, and other forms of it, with how well each stands for it; none for most. */
export const synonymsOf = (wordStem: string): ReadonlyMap<string, number> => allKin().get(wordStem) ?? NONE;
