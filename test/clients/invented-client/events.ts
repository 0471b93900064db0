export const EVENTS = {
  'talk.opened': 'session-start',
  'talk.asked': 'prompt',
  'talk.answered': 'stop',
  'talk.shrinks': 'pre-compact',
  'talk.shrunk': 'post-compact',
  'talk.closed': 'session-end',
} as const;
