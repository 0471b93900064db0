import type { CheckpointPart } from './wording.ts';

export const NO_PULL_REQUEST = 'No pull request was found';

/** Issues that were created, and that there is no pull request for what was committed. */
export const filed: CheckpointPart = ({ issues, noPullRequest, pullRequests, branch }) => [
  ...issues.map(({ text, line }) => ({ line, text: `Issue created: ${text}.` })),
  ...(noPullRequest === null || pullRequests.some(({ line }) => line > noPullRequest.line)
    ? []
    : [
        {
          line: noPullRequest.line,
          text: `${NO_PULL_REQUEST}${branch === null ? '' : ` for branch ${branch}`}, and none was opened since.`,
        },
      ]),
];

export const reviewed: CheckpointPart = ({ pullRequests, namedPullRequest }) =>
  pullRequests.length === 0 && namedPullRequest !== null
    ? [
        {
          line: namedPullRequest.line,
          text: `${namedPullRequest.isWorkedOn === false ? 'Pull request that was looked at' : 'Pull request named in commands'}: ${namedPullRequest.text}`,
        },
      ]
    : pullRequests.slice(-2).map(({ url, line }) => ({ line, text: `Pull request: ${url}` }));
