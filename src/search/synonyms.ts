import { stem } from './tokens.ts';

/** Words that people use for each other in questions. Each group is one meaning. */
const GROUPS = `
  price cost fee charge, salary wage pay, buy purchase, error failure fault bug, crash panic,
  delete remove erase, create make build, start begin launch, stop end finish, expire expiry expiration,
  timeout deadline limit, allow permit allowed permitted, forbid forbidden ban banned prohibit prohibited,
  choose chose chosen pick picked select selected, decide decided agree agreed settle settled,
  change modify alter, fix repair mend, test check verify, send sent deliver ship, get receive fetch,
  show display render, hide conceal, find search locate, keep kept store save retain retention, log record,
  rename renamed, replace replaced swap, move migrate transfer, release publish deploy rollout,
  rollback revert undo, backup copy, folder directory, configuration settings, authentication auth login signin signup,
  file document, picture photo image, password passphrase, memory ram, processor cpu, size length,
  speed fast quick performance, slow latency, customer client, user person people, employee staff,
  boss manager supervisor, colleague coworker, company firm, meeting call appointment, holiday vacation leave,
  house home, flat apartment, car vehicle, doctor physician, child kid children kids, mother mom mum,
  father dad, wife husband spouse partner, friend buddy, dog puppy, cat kitten, job work career,
  study studies education school, trip journey travel, food meal, gift present, money cash, shop store,
  music song, book novel, game play, sport exercise workout, sick ill illness, die died death dead,
  kill slay slain, fight battle combat, weapon sword blade, ac armor armour, npc character, dm gm,
  gold coin coins, inn tavern, boat ship vessel, king ruler, priest cleric, wizard mage, enemy foe,
  restore recover recovery, invoice bill billing, owe debt, update upgrade bump, rerun replay backfill reprocess retry,
  approve approval signoff, responsible owner maintainer, laptop computer, cluster kubernetes, server host machine node, screen page view,
  staging preview, pipeline ci, alert alarm incident pager oncall, outage downtime unavailable unreachable, translate translation locale,
  hire recruit onboard, refund reimburse reimbursement, deadline due, invite invitation, supplier vendor provider, contract agreement,
  schedule calendar rota roster, drug medicine medication, patient case, appointment booking reservation, parcel package shipment,
  truck lorry van, screenshot capture, encrypt encryption encrypted, secret credential token, quota limit cap, queue backlog, duplicate double,
  wrong incorrect, broken defective faulty, stale outdated obsolete deprecated legacy, summary recap, rule policy guideline convention,
  colour palette, typeface font, warehouse depot, monster creature, spell magic, loot treasure, quest mission,
  latitude longitude lat lon coordinates position gps, timezone tz utc, secret hidden, letter note, key keys, map chart,
  lexer tokenizer scanner, refactor restructure rewrite cleanup, argument parameter option, function method routine, dependency package library,
  lint linter ruff eslint formatter, cron scheduler nightly periodic, worker job task, container docker pod image, helm kubernetes k8s cluster,
  snapshot dump backup, logging logger logs, monitoring metrics telemetry dashboard, tls ssl https certificate, permission role access rights,
  privacy gdpr pii, endpoint route api, webhook callback, frontend ui interface,
  component widget, language locale i18n localization, pr pull mr, commit git, flaky unstable, benchmark performance, toggle flag switch,
  wiki docs readme, typing types annotations, regex regexp pattern, exception traceback error, rollout ring canary, promote promotion,
  slower latency performance, sluggish slow, hang freeze stuck, crackle crackling pop noise, display screen monitor, battery charge accu,
  gadget device appliance, smartphone phone handset handheld mobile, sensor probe, lamp bulb light, heating radiator thermostat, blinds shutter,
  vacuum hoover, wifi wlan wireless network, hallway corridor hall, song track recording, concert gig performance, mix mixing, tracking recording,
  rehearsal practice, vaccination vaccine jab, vet veterinarian, sms text, prescription medication, human person people,
  naming name call, relocate relocation move, mandatory required must, weekend saturday sunday, accounting bookkeeping,
  tax vat, order purchase, dispatch shipping delivery shipment, stock inventory, discount voucher coupon, harbor harbour port,
  eta arrival, berth dock, revive resurrect resurrection, heal cure, recap summary, wage payroll, sick leave, training train, retrain training,
  exclude skip omit drop, slot booking, substitute locum temporary, substitute replacement deputy, signature sign signoff,
  art artwork picture illustration, handout sheet, rent lease, warranty guarantee, insurance claim, complaint ticket, ticket issue, newsletter mailing,
  catalogue catalog, photograph photo, translate translator, typo misspelling, spreadsheet excel sheet, slide presentation deck, survey questionnaire,
  interview candidate applicant, training course, notice termination, quarter quarterly, yearly annual, monthly month, daily day, hourly hour,
  offline disconnected, sync synchronize, archive archived, purge wipe erase, forget erasure delete, anonymize pseudonymize anonymous,
  throttle limit, bulk batch mass, pagination paging page, retry backoff, idempotent idempotency, rotate rotation renew,
  escalate escalation, postmortem incident, freeze moratorium, hotfix patch, tag label, artifact build,
  binary executable, compile build, bundle package, minify compress, compress zip, upload attach attachment, thumbnail preview, resize crop scale,
  cookie session, tracking analytics, consent optin, subscribe subscription, unsubscribe optout, spam junk, inbox mailbox, domain dns hostname,
  proxy gateway ingress, firewall vlan, router gateway, disk drive ssd storage, partition volume, mount share, printer print, cable wire lead,
  socket plug outlet, fuse breaker, leak leakage, humidity moisture, garden yard, kitchen cooking, recipe ingredients, allergy allergic intolerance,
  flight plane airport, train railway, hotel accommodation, luggage baggage suitcase, passport visa, guest visitor, birthday anniversary,
  pupil student, teacher instructor, exam test, homework assignment, grade mark, lecture class, thesis paper, citation reference bibliography,
  dataset data, model predictor prediction forecast, accuracy error, label annotation, feature column, notebook jupyter, gpu cuda, slurm hpc`;

/** Abbreviations and spellings of the same word. */
const SPELLINGS = `
  database db, repository repo, configuration config cfg conf, authentication auth authn, environment env venv,
  production prod prd, staging stg, gold gp, development dev, documentation docs doc, message msg, application app, administrator admin, kubernetes k8s,
  javascript js, typescript ts, postgres postgresql pg, colour color, grey gray, armor armour, authorization authorisation authz,
  python py, ruby rb, golang go, markdown md, github gha gh, youtube yt, management mgmt, manager mgr, certificate cert,
  temperature temp, latitude lat, longitude lon lng, directory dir, package pkg, library lib, function func fn,
  parameter param, argument arg, infrastructure infra, performance perf, dependency dep, image img, figure fig,
  maximum max, minimum min, number num, quantity qty, address addr, password pwd passwd, credential cred, version ver,
  specification spec, implementation impl, statistics stats, synchronization sync, organization organisation org,
  internationalization i18n, localization l10n, accessibility a11y, observability o11y, information info, reference ref,
  previous prev, department dept, approximately approx, telephone phone, mobile cell, advertisement ad, laboratory lab,
  photo photograph, vocabulary vocab, memory mem, processor cpu, utility util, variable var, expression expr, transaction txn tx,
  connection conn, request req, response resp, session sess, character char, average avg, milliseconds ms, catalogue catalog,
  licence license, centre center, behaviour behavior, neighbour neighbor, favourite favorite, cancelled canceled,
  deduplication dedup dedupe, orchestration orchestrator, notification notif, subscription sub, integration int`;

/** Irregular forms that a stemmer does not unite, and numbers as words. */
const IRREGULAR_FORMS = `
  arise arose arisen, awake awoke awoken, bear bore borne, beat beaten, become became, begin began begun,
  bend bent, bind bound, bite bit bitten, bleed bled, blow blew blown, break broke broken, breed bred,
  bring brought, build built, burn burnt, buy bought, catch caught, choose chose chosen, come came, creep crept,
  deal dealt, dig dug, draw drew drawn, dream dreamt, drink drank drunk, drive drove driven, eat ate eaten,
  fall fell fallen, feed fed, feel felt, fight fought, find found, flee fled, fly flew flown,
  forbid forbade forbidden, forget forgot forgotten, forgive forgave forgiven, freeze froze frozen,
  get got gotten, give gave given, go went gone, grind ground, grow grew grown, hang hung, have had, hear heard,
  hide hid hidden, hold held, keep kept, kneel knelt, know knew known, lay laid, lead led, leap leapt,
  learn learnt, leave left, lend lent, lie lay lain, light lit, lose lost, make made, mean meant, meet met,
  pay paid, ride rode ridden, ring rang rung, rise rose risen, run ran, say said, see saw seen, seek sought,
  sell sold, send sent, shake shook shaken, shine shone, shoot shot, show shown, shrink shrank shrunk,
  sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid, smell smelt, speak spoke spoken,
  spell spelt, spend spent, spill spilt, spin spun, spring sprang sprung, stand stood, steal stole stolen,
  stick stuck, sting stung, strike struck stricken, swear swore sworn, sweep swept, swell swollen,
  swim swam swum, swing swung, take took taken, teach taught, tear tore torn, tell told, think thought,
  throw threw thrown, understand understood, wake woke woken, wear wore worn, weep wept, win won, wind wound,
  write wrote written, man men, woman women, child children, foot feet, tooth teeth, mouse mice, goose geese,
  person people, leaf leaves, knife knives, wolf wolves, wife wives, half halves, thief thieves, index indices,
  matrix matrices, vertex vertices, good better best, bad worse worst, one 1, two 2, three 3, four 4, five 5,
  six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12, twenty 20, thirty 30, forty 40, fifty 50,
  hundred 100, thousand 1000`;

const FORM_STRENGTH = 0.95;
const SYNONYM_STRENGTH = 0.6;

type SynonymMap = Map<string, Map<string, number>>;

function relate(synonyms: SynonymMap, groups: string, strength: number): SynonymMap {
  for (const group of groups.split(',')) {
    const words = group.trim().split(/\s+/);
    for (const word of words) {
      const known = synonyms.get(stem(word)) ?? new Map<string, number>();
      for (const other of words)
        if (stem(other) !== stem(word)) known.set(other, Math.max(strength, known.get(other) ?? 0));
      synonyms.set(stem(word), known);
    }
  }
  return synonyms;
}

/** Created by the first search, so that a server starts without it. */
let known: SynonymMap | undefined;

function allSynonyms(): SynonymMap {
  known ??= relate(
    relate(relate(new Map(), GROUPS, SYNONYM_STRENGTH), SPELLINGS, FORM_STRENGTH),
    IRREGULAR_FORMS,
    FORM_STRENGTH,
  );
  return known;
}

const NONE: ReadonlyMap<string, number> = new Map();

/** Synonyms and other forms of a word with their strength; empty for most words. */
export const synonymsOf = (wordStem: string): ReadonlyMap<string, number> =>
  allSynonyms().get(wordStem) ?? NONE;
