import { fake } from './fake-secret.ts';

const [UPPER, LOWER, DIGITS] = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789'];
const LETTERS = `${LOWER}${UPPER}`;
const ALPHABETS: Readonly<Record<string, string>> = {
  d: DIGITS,
  h: `${DIGITS}abcdef`,
  x: `${DIGITS}abcdefgh`,
  l: `${DIGITS}${LOWER}`,
  u: `${DIGITS}${UPPER}`,
  a: LETTERS,
  b: `${DIGITS}${LETTERS}`,
  w: `${DIGITS}${LETTERS}_-`,
  s: `${DIGITS}${LETTERS}+/`,
};

/**
 * Tokens as services issue them, written apart from the table of formats so that a wrong line there is noticed. `<h:32>`
 * stands for 32 characters of the alphabet `h`; what is in brackets stands before the secret.
 */
const TEMPLATES = `
A3-<u:6>-<u:11>-<u:5>-<u:5>-<u:5>
ops_eyJ<s:250>
p8e-<l:32>
AGE-SECRET-KEY-1<u:58>
pat<b:14>.<h:64>
LTAI<b:20>
sk-ant-admin01-<w:93>AA
sk-ant-api03-<w:93>AA
AKCp<b:69>
cmVmd<b:59>
ATATT3<w:186>
sc_<l:20>.<l:5>.acc_<l:14>.<w:60>
A3TX<u:16>
ABSK<s:120>
bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t<s:80>
<b:3>7Q~<b:34>
4b1d<b:38>
CLOJARS_<l:60>
v1.0-<h:24>-<h:146>
dapi<h:32>
dnkey-<u:26>-<u:52>
doo_v1_<h:64>
dop_v1_<h:64>
dor_v1_<h:64>
dp.pt.<b:43>
<b:11>AAAAAAAAAA<w:43>
sl.<w:135>
duffel_test_<w:43>
dt0c01.<u:24>.<u:64>
EZAK<b:54>
EZTK<b:54>
<d:15>|<w:27>
EAAM<b:120>
FLWSECK_TEST-<x:12>
FLWSECK_TEST-<x:32>-X
fo1_<w:43>
fio-u-<w:64>
AIza<w:35>
ghs_<b:36>
github_pat_<b:22>_<b:59>
gho_<b:36>
ghp_<b:36>
ghr_<b:36>
glcbt-64_<w:20>
gldt-<w:20>
glffct-<w:20>
glft-<w:20>
glimt-<w:25>
glagent-<w:50>
gloas-<w:64>
glpat-<w:20>
glpat-<w:27>.01.<l:9>
glptt-<h:40>
GR1348941<w:20>
glrt-<w:20>
glrt-t1_<w:27>.01.<l:9>
glsoat-<w:20>
[_gitlab_session=]<h:32>
[gocardless: ]live_<w:40>
eyJrIjoi<b:80>==
glc_<s:80>
glsa_<b:32>_<h:8>
pat.<w:22>.<h:24>.<b:20>
<b:14>.atlasv1.<w:60>
HRKU-AA<w:58>
hf_<a:34>
api_org_<a:34>
ico-<b:32>
s-s4t2ud-<h:64>
eyJ<b:20>.eyJ<b:40>.<w:43>
lin_api_<b:40>
[lob key ]test_<h:35>
<h:32>-us12
key-<h:32>
sk.eyJ1<b:56>.<w:22>
<b:6>_<b:29>_mmk
[https://acme.webhook.office.com/webhookb2/]<uuid>@<uuid>/IncomingWebhook/<h:32>/<uuid>
NRJS-<h:19>
NRII-<w:32>
NRAK-<u:27>
ntn_<d:11><b:35>
npm_<b:36>
API-<u:26>
sk-proj-<b:74>T3BlbkFJ<b:74>
sha256~<w:43>
pplx-<b:48>
access-production-<uuid>
pscale_tkn_<b:43>
pscale_oauth_<b:43>
pscale_pw_<b:43>
PMAK-<h:24>-<h:34>
pnu_<l:36>
pul-<h:40>
pypi-AgEIcHlwaS5vcmc<w:80>
rdme_<l:70>
rubygems_<h:48>
tk-us-<w:48>
SG.<w:22>.<w:43>
xkeysib-<h:64>-<b:16>
sntrys_eyJpYXQiO<b:60>_<b:43>
sntryu_<h:64>
sm_aat_<b:16>
sm_pat_<b:16>
sm_sat_<b:16>
shippo_live_<h:40>
shpat_<h:32>
shpca_<h:32>
shppa_<h:32>
shpss_<h:32>
[BUNDLE_ENTERPRISE__CONTRIBSYS__COM=]<h:8>:<h:8>
xapp-1-A<u:10>-<d:13>-<h:64>
xoxb-<d:12>-<d:12>-<b:24>
xoxe.xoxp-1-<u:163>
xoxe-1-<u:146>
xoxb-<d:12>-<b:18>
xoxs-<d:11>-<d:11>-<d:11>-<h:10>
xoxa-2-<b:30>
xoxp-<d:12>-<d:12>-<d:12>-<h:32>
[https://hooks.slack.com/services/]T<u:8>/B<u:8>/<b:24>
squ_<h:40>
sgp_<h:16>_<h:40>
sq0atp-<w:22>
sk_prod_<b:24>
<d:10>:AA<w:33>
SK<h:32>
AAAAAAAAAAAAAAAAAAAAAA<b:90>
tfp_<w:59>
hvb.<w:138>
hvs.<w:90>
t1.<w:30>.<w:86>
AQVN<w:36>
YC<w:38>
AKIA<u:16>
ASIA<u:16>
ABIA<u:16>
ACCA<u:16>
GOCSPX-<w:28>
ya29.<w:60>
1//0<w:60>
hvs.<w:24>
fm2_<s:100>
ghu_<b:36>
dckr_pat_<w:27>
sk-<b:48>
sk-proj-<b:20>_<b:40>
sk-live-<b:20>-<b:20>
hf_<b:34>
cio<b:32>
xai-<b:80>
r8_<b:37>
gsk_<b:52>
mfa.<w:84>
sk_live_<b:24>
rk_live_<b:24>
sk_test_<b:24>
whsec_<b:32>
ntn_<b:46>
secret_<b:43>
figd_<w:40>
tskey-auth-<b:12>-<b:32>
nfp_<b:40>
sbp_<h:40>
sb_secret_<w:31>
re_7<b:7>_<b:24>
oy2<l:43>
CFPAT-<w:43>
dapi<h:32>-2
EAAA<w:60>
A3-<u:6>-<u:6>-<u:5>-<u:5>-<u:5>-<u:5>
lin_oauth_<b:40>
ghs_<d:8>_eyJ<b:40>.<b:60>.<w:43>
`;

const fill = (template: string, seed: number): string =>
  template
    .replaceAll('<uuid>', '<h:8>-<h:4>-<h:4>-<h:4>-<h:12>')
    .replace(/<(\w):(\d+)>/g, (_, alphabet: string, length: string, at: number) =>
      fake(ALPHABETS[alphabet] ?? '', Number(length), seed + at),
    );

export interface IssuedToken {
  readonly template: string;
  readonly before: string;
  readonly secret: string;
}

export const ISSUED_TOKENS: readonly IssuedToken[] = TEMPLATES.trim()
  .split('\n')
  .map((template, nth) => {
    const [, before = '', token = ''] = /^(?:\[([^\]]*)\])?(.*)$/.exec(template) ?? [];
    return { template, before, secret: fill(token, 100 * (nth + 1)) };
  });
