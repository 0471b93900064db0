import { FILE_FORMAT, FILE_VERSION, FIRST_FILE_VERSION } from '../../domain/campaign/export/campaign-file.ts';
import { type Check, either, list, map, oneOf, orNull, shape, text, whole } from '../../lib/check-shape.ts';
import { entity } from './shape-entity.ts';
import { event, FIRST_EVENT } from './shape-event.ts';
import { ABOUT_CHECKS, STATE_CHECKS } from './shape-game.ts';
import { branch, idOf, maybeWords, moment, name, turn } from './shape-parts.ts';
import { note, session } from './shape-session.ts';

const anything: Check = () => undefined;

const campaign = shape({
  id: idOf('prj'),
  name,
  ...ABOUT_CHECKS,
  state: shape(STATE_CHECKS),
  branch,
  turn,
  version: whole(1, Number.MAX_SAFE_INTEGER - 1_000_000),
  created_at: moment,
  updated_at: moment,
});

const branches = list(
  shape({
    id: branch,
    parent: orNull(branch),
    forked_at: turn,
    last_turn: turn,
    reason: maybeWords,
    created_at: moment,
  }),
);

/** What patches hold is checked when it is known what they are of. */
const patches = list(
  shape({
    branch,
    turn,
    number: whole(1, 1_000_000_000),
    target: either(
      'state, campaign or an id that begins with ent_',
      oneOf(['state', 'campaign']),
      idOf('ent'),
    ),
    before: map(text({ max: 200 }), anything),
    after: map(text({ max: 200 }), anything),
    at: moment,
  }),
);

const head = (version: number) => ({
  format: oneOf([FILE_FORMAT]),
  format_version: oneOf([version]),
  is_partial: oneOf([false]),
  exported_at: moment,
});

const world = { campaign, branches, entities: list(entity), patches };

/** A whole campaign, as it is written today. */
export const CAMPAIGN_FILE = shape({
  ...head(FILE_VERSION),
  ...world,
  events: list(event),
  sessions: list(session),
  notes: list(note),
});

/** As it was written before. */
export const FIRST_CAMPAIGN_FILE = shape({
  ...head(FIRST_FILE_VERSION),
  ...world,
  events: list(shape(FIRST_EVENT)),
});
