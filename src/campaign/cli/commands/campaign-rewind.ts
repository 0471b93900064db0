import { confirm } from '../../../cli/confirm.ts';
import { type CommandContext, defineCommand } from '../../../cli/define-command.ts';
import { textFlag, yesFlag } from '../../../cli/flags.ts';
import { quotedName } from '../../../cli/terminal-text.ts';
import { invalid } from '../../../domain/error.ts';
import { branchView } from '../../app/campaign-views.ts';
import { campaignPositional, resolveCampaign } from '../campaign-options.ts';

const MAX_TURN = 1_000_000_000;

function parseTurn(given: string): number {
  const turn = Number(given);
  if (/^-?\d{1,10}$/.test(given) && Math.abs(turn) <= MAX_TURN) return turn;
  const problem = `must be a whole number, such as 12 or -1, not ${JSON.stringify(given)}`;
  throw invalid(
    'invalid_arguments',
    `TURN ${problem}.`,
    'Pass the turn to go back to, or a negative number of turns to undo.',
    {
      fields: [{ field: 'TURN', problem }],
    },
  );
}

const confirmRewind = (context: CommandContext, campaign: string, turn: number): Promise<void> =>
  confirm(context, {
    question: 'Go back?',
    async notices() {
      const input = { campaign, section: 'branches' as const };
      const { campaign: about } = await context.services.getCampaign(context.caller, input);
      const where =
        turn < 0 ? `${-turn} back from turn ${about.turn}` : `from turn ${about.turn} to turn ${turn}`;
      return [`${quotedName(about.name)}: ${where}. Later turns stay on the old branch.`];
    },
    risk: 'Rewinding changes the current turn for all players',
    hint: 'Pass --yes to confirm. Later turns are kept, and you can return to them.',
    action: 'go back',
    done: 'changed',
  });

export const campaignRewind = defineCommand({
  name: 'campaign rewind',
  summary: 'Go back to an earlier turn on a new branch. Later turns stay on the old branch.',
  effect: 'write',
  needsStore: true,
  examples: [
    'throughline campaign rewind -1',
    'throughline campaign rewind 12 "The Salt Roads" --reason "the trap was misread"',
    'throughline campaign rewind 0 --branch main --yes',
  ],
  positionals: [
    {
      name: 'TURN',
      description:
        'The turn to go back to. A negative number goes back that many turns. With --branch, 0 is its last turn.',
    },
    campaignPositional,
  ],
  flags: {
    reason: textFlag('TEXT', 'The reason. It is stored with the branch.'),
    branch: textFlag(
      'ID',
      'The branch to go to. Run throughline campaign show --section branches to list them.',
    ),
    yes: yesFlag,
  },
  parse: ({ yes, ...flags }, [turn = '', name]) => ({
    name,
    to_turn: parseTurn(turn),
    isSure: yes,
    ...flags,
  }),
  async act(context, { name, isSure, ...input }) {
    const { services, caller, style } = context;
    const campaign = await resolveCampaign(context, name);
    if (!isSure) await confirmRewind(context, campaign, input.to_turn);
    const rewound = await services.rewindSession(caller, { campaign, ...input });
    const { branch, left } = rewound;
    const { name: called, turn, id } = rewound.campaign;
    const back = `throughline campaign rewind 0 ${id} --branch ${left.id}`;
    const isElsewhere = branch.id !== left.id;
    return {
      lines: [
        `${style.bold(quotedName(called))} is at turn ${style.good(`${turn}`)}, on branch ${branch.id}.`,
        ...(isElsewhere ? [`The turns on ${left.id} are kept. To return to them: ${back}`] : []),
      ],
      facts: {
        campaign: called,
        campaign_id: id,
        turn,
        version: rewound.campaign.version,
        branch: branchView(branch, branch.id),
        left_branch: branchView(left, branch.id),
        come_back: isElsewhere ? back : null,
      },
    };
  },
});
