import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BASE62, fake } from '../support/fake-secret.ts';
import { findInHome, storedValues } from '../support/find-in-home.ts';
import { place, serverIn } from '../support/server.ts';
import { StdioClient } from '../support/stdio-client.ts';
import { onTestFinished } from 'vitest';

type Schema = Readonly<Record<string, unknown>>;
type Args = Readonly<Record<string, unknown>>;

/** What is no text of the caller's: ids that exist, pages, moments, dice; they are refused unless they are what they say. */
const NO_TEXT =
  /(?:^|\.|_)(?:id|ids\[\]|session_id|predecessor_id|note_id|cursor|since|until|as_of|expires_at|occurred_at|notation|supersedes|supersedes\[\]|resolved_loops\[\]|seed)$/;
/** These only name something that exists; whoever they name was stored before. */
const LOOKED_UP = /^(?:player_action|save_entity|update_game_state|add_event|rewind_session)\.campaign$|^start_claudmaster_session\.campaign_name$|\.branch$/;

/** The path of every place in the schema that takes words: `decisions[].text`, `flags.{key}`. */
function textPaths(schema: Schema, path: string): string[] {
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Schema[]).flatMap((one) => textPaths(one, path));
  if (schema.type === 'array') return textPaths((schema.items ?? {}) as Schema, `${path}[]`);
  if (schema.type === 'string' || schema.type === undefined)
    return schema.enum === undefined && schema.const === undefined ? [path] : [];
  if (schema.type !== 'object') return [];
  const own = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const more = schema.additionalProperties;
  return [
    ...own.flatMap(([name, one]) => textPaths(one, `${path}.${name}`)),
    ...(more === undefined || more === false
      ? []
      : [`${path}.{key}`, ...textPaths(more === true ? {} : (more as Schema), `${path}.{}`)]),
  ];
}

/** Where words were given in these arguments, by the same paths. */
function givenPaths(value: unknown, path: string, schema: Schema): string[] {
  const branches = (Array.isArray(schema.anyOf) ? schema.anyOf : [schema]) as Schema[];
  if (typeof value === 'string') return [path];
  if (Array.isArray(value)) {
    const items = (branches.find(({ type }) => type === 'array')?.items ?? {}) as Schema;
    return value.flatMap((one) => givenPaths(one, `${path}[]`, items));
  }
  if (typeof value !== 'object' || value === null) return [];
  return branches.flatMap((branch) => {
    const properties = (branch.properties ?? {}) as Record<string, Schema>;
    return Object.entries(value).flatMap(([key, one]) =>
      properties[key] === undefined
        ? [`${path}.{key}`, ...givenPaths(one, `${path}.{}`, {})]
        : givenPaths(one, `${path}.${key}`, properties[key]),
    );
  });
}

const secrets: Record<string, string> = {};
/** Words with a secret of their own, so that one that is left says where it came in. */
function words(where: string): string {
  const secret = `ghp_${fake(BASE62, 36, 1_000 + Object.keys(secrets).length)}`;
  secrets[`${where} ${Object.keys(secrets).length}`] = secret;
  return `${where} ${secret}`;
}

it('stores no secret, whatever argument of whatever tool it comes in', async () => {
  const here = place();
  const client = await serverIn(here, { args: ['--toolsets', 'session,memory,campaign'] });
  const { tools } = (await client.request('tools/list', {})) as {
    tools: { name: string; inputSchema: Schema; annotations?: { readOnlyHint?: boolean } }[];
  };
  const given = new Set<string>();
  const call = async (name: string, args: Args) => {
    const result = await client.call(name, { ...args });
    expect(result.isError, `${name} ${result.content[0]?.text}`).toBeFalsy();
    const schema = tools.find((tool) => tool.name === name)?.inputSchema ?? {};
    for (const path of givenPaths(args, name, schema)) given.add(path);
    return result.structuredContent;
  };

  // Sessions, notes and memories.
  const { session } = await call('start_session', {
    project: words('project'),
    title: words('title'),
    agent: words('agent'),
    resume: false,
  });
  await call('add_session_note', {
    summary: words('summary'),
    title: words('title'),
    events: [words('event')],
    characters_present: [words('character')],
    npcs_encountered: [words('npc')],
    quest_updates: { [words('quest')]: words('update') },
    combat_encounters: [words('fight')],
    treasure_found: [words('treasure')],
    notes: words('notes'),
  });
  const { id } = await call('store_memory', {
    content: words('content'),
    subject: words('subject'),
    project: words('project'),
    tags: [words('tag')],
    aliases: [words('alias')],
  });
  await call('update_memory', {
    id,
    content: words('content'),
    project: words('project'),
    tags: [words('tag')],
    aliases: [words('alias')],
  });
  const loop = await call('store_memory', { type: 'open_loop', content: words('loop') });
  await call('update_memory', { id: loop.id, resolved: true, resolution: words('resolution') });
  await call('delete_memory', { id, reason: words('reason') });
  const transcript = join(here.project, `${words('file').replace(' ', '-')}.jsonl`);
  const said = { role: 'user', content: words('said') };
  writeFileSync(transcript, `${JSON.stringify({ type: 'user', uuid: words('uuid'), sessionId: words('session'), message: said, cwd: words('cwd'), timestamp: '2026-01-01T00:00:00.000Z' })}\n`);
  const kept = await client.call('capture_now', { reason: words('reason'), transcript_path: transcript });
  for (const path of ['capture_now.reason', 'capture_now.transcript_path']) given.add(path);
  const ended = await call('end_session', {
    session_id: session.session_id,
    checkpoint: words('checkpoint'),
    decisions: [words('decision'), { text: words('decision'), subject: words('subject') }],
    open_loops: [words('loop')],
    preferences: [words('preference')],
    constraints: [words('constraint')],
    warnings: [words('warning')],
    lessons: [words('lesson')],
    relational_delta: words('delta'),
    next_session_focus: words('focus'),
    transcript_path: `/logs/${words('path')}`,
    summary_notes: words('notes'),
    idempotency_key: words('key'),
    campaign_path: join(here.project, 'copy'),
  });
  await call('close_session', {
    session_id: ended.session_id,
    reason: words('reason'),
    epitaph: words('epitaph'),
  });
  expect(kept).toBeDefined();
  const missing = tools
    .filter(({ annotations }) => annotations?.readOnlyHint !== true)
    .flatMap(({ name, inputSchema }) => textPaths(inputSchema, name))
    .filter((path) => !given.has(path) && !NO_TEXT.test(path) && !LOOKED_UP.test(path));
  console.log(missing.join('\n'), kept.content[0]?.text.slice(0, 300));
  console.log(findInHome(here.home, secrets), storedValues(here.home).length);
});
