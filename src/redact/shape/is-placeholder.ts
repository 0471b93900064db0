const TEMPLATE =
  /^\$[A-Za-z_]\w*[)\]}]*$|^\$\d+$|^\$env:|\$\{|\$\(|#\{|\{\{|^\{.*\}?$|^<.*>?$|^%[A-Za-z_]\w*%$|^%(?:[sdvq@]|\(\w+\)s)$|^\[.*\]?$|^![A-Z][A-Za-z]*$|^@@?[A-Z]\w*[@(]|^\(.*\)$|^[?:]\w*$|^\.[*+]|^\\{1,4}u003c|^&lt;/i;
const MASK = /^(.)\1*$|\*{3,}|•{2,}|●{2,}|x{5,}|X{5,}|\.{3}|…|_{5,}/;
const WORDS =
  /^(?:your|my|our|the|some|any|an?|enter|insert|replace|put|paste|add|use|set|test|fake|mock)[-_. ]|example|placeholder|change[-_]?(?:me|this|it)|redacted|dummy|sample|[-_ ]here$|^(?:todo|tbd|fixme|n\/a|omitted|hidden|masked|removed)$|not[-_ ]?set|goes[-_ ]here/i;
const CONSTANT = /^[A-Z]+(?:_[A-Z]+)+$/;

/** Filled in elsewhere (`${TOKEN}`, `{{ token }}`, `<token>`, `%s`) or masked already (`****`, `abcd...`). */
export const isTemplate = (value: string): boolean => TEMPLATE.test(value) || MASK.test(value);

/** `YOUR_PASSWORD`: a name in place of a value. */
export const isConstantName = (value: string): boolean => CONSTANT.test(value);

const SECRET_WORD = /^(?:password|passwd|pass|pwd|secret|token)$/i;
const USER_WORD = /^(?:(?:your|my|db)[-_]?)?(?:user|username|usr|login)$/i;
const HOST_WORD =
  /^(?:(?:your|my|db)[-_]?)?(?:host|hostname|server|domain)$|^localhost$|^127\.0\.0\.1$|(?:^|\.)example(?:\.(?:com|org|net))?$/i;

/** `USER:PASSWORD@HOST`: a word in place of the password, and in place of the user or the host as well. */
export const isPlaceholderLogin = (user: string, password: string, host: string): boolean =>
  SECRET_WORD.test(password) && (USER_WORD.test(user) || HOST_WORD.test(host));

/** A template, or a word that stands for a secret in documentation. */
export const isPlaceholder = (value: string): boolean =>
  isTemplate(value) || WORDS.test(value) || isConstantName(value);
