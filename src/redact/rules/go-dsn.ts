import type { Report, Rule } from '../rule.ts';
import { isConstantName, isPlaceholderLogin, isTemplate } from '../shape/is-placeholder.ts';

const KIND = 'connection-password';
// Begins at the address, which is rare, and looks back for the user and the password.
const ADDRESS =
  /@(?:(?:tcp|udp|unix|cloudsql|[a-z]{2,12}\+tcp)[\w-]{0,12}\(([^\s()"'`]{0,200})\)|\(([^\s()"'`]{1,200})\)(?=\/)|(?=\/\w{1,64}\?[A-Za-z]{2,40}=))/g;
const LOGIN = /(?:^|[^\w.%+-])([\w.%+-]{1,64}):(.{1,256})$/;
const REACH = 330;

/** `user:password@tcp(host:3306)/db`, as drivers for Go write it. */
export const goDsn: Rule = {
  kinds: [KIND],
  hints: ['@tcp', '@udp', '@unix', '@cloudsql', '+tcp', '@(', '@/'],
  find,
};

function find(text: string, report: Report): void {
  for (const { index, 1: address, 2: plain } of text.matchAll(ADDRESS)) {
    const before = text.slice(Math.max(0, index - REACH), index).split(/[\s"'`<>]|:\/\//);
    const [, user = '', password = ''] = LOGIN.exec(before.at(-1) ?? '') ?? [];
    const host = (address ?? plain ?? '').replace(/:\d{1,5}$/, '');
    if (password === '' || isTemplate(password) || isConstantName(password)) continue;
    if (!isPlaceholderLogin(user, password, host)) report(index - password.length, index, KIND);
  }
}
