/**
 * Secrets that are recognized by their own form: kind | issued by | form | conditions. The patterns, the samples of the
 * tests and docs/reference/secrets.md are made from these lines. Earlier lines name a secret that several lines match.
 *
 * A form is a list of parts. `ghp_` is literal, `gh{p,o}_` stands for `ghp_` and `gho_`. `hex:32` is a run of exactly 32
 * characters of that alphabet (`ALPHABETS`), `hex:6-12` of 6 to 12, `hex:40+` of 40 or more, `hex:64(40+)` of 64 as
 * issued and accepted from 40 on. `uuid` is a UUID. What is in brackets stands before the secret and is kept.
 *
 * Conditions: `anywhere` may follow a letter, `token` must not follow `_` or `-` either (needed where a form can fail
 * after a long run, so that time stays linear), `ignore-case`, `digit` contains a digit, `mixed` contains a digit and
 * letters of both cases, `discord` is checked by `isDiscordToken`, `crc32` ends in a checksum, which is not verified.
 */
export const SECRET_FORMATS = `
aws-access-key-id    | AWS                  | {AKIA,ASIA,ABIA,ACCA} upper36:16
aws-access-key-id    | AWS                  | A3T upper36:17
aws-signature        | AWS                  | [X-Amz-Signature=] hex:64(40+) | ignore-case
aws-bedrock-key      | AWS Bedrock          | ABSK std64:132(109+) | mixed
aws-bedrock-key      | AWS Bedrock          | bedrock-api-key- std64:120(40+) | mixed
google-api-key       | Google               | AIza url64:35(30+)
google-client-secret | Google               | GOCSPX- url64:28(20+) | anywhere
google-access-token  | Google               | ya29. url64:60(20+)
google-refresh-token | Google               | 1//0 url64:60(30+) | mixed
azure-client-secret  | Microsoft Entra      | tilde:3 digit:1 Q~ tilde:31-40
alibaba-key-id       | Alibaba Cloud        | LTAI base62:12-20 | mixed
yandex-token         | Yandex Cloud         | t1. pad64:10+ . pad64:86+ | token mixed
yandex-key           | Yandex Cloud         | AQVN url64:35-38 | token mixed
yandex-key           | Yandex Cloud         | YC url64:38 | token mixed
digitalocean-token   | DigitalOcean         | do{o,p,r}_v1_ hex:64(32+) | anywhere
databricks-token     | Databricks           | dapi hex:32
databricks-token     | Databricks           | dapi hex:32 - digit:1
cloudflare-key       | Cloudflare origin CA | v1.0- hex:24 - hex:146
openshift-token      | OpenShift            | sha256~ url64:43
scalingo-token       | Scalingo             | tk-us- url64:48 | token
vault-token          | HashiCorp Vault      | hv{s,b,r}. url64:90(20+)
terraform-token      | Terraform Cloud      | base62:14 .atlasv1. pad64:67(60+)
pulumi-token         | Pulumi               | pul- hex:40+
infracost-key        | Infracost            | ico- base62:32 | token mixed
harness-key          | Harness              | {pat,sat}. url64:22 . base62:24 . base62:20 | token
age-secret-key       | age                  | AGE-SECRET-KEY-1 upper36:58(40+) | anywhere ignore-case
planetscale-token    | PlanetScale          | pscale_{tkn,pw,oauth}_ pad64:43(30+) | anywhere
clickhouse-key       | ClickHouse Cloud     | 4b1d base62:38 | token mixed
fly-token            | Fly.io               | fm{1_,1r_,1a_,2_} std64:100(40+) | anywhere
fly-token            | Fly.io               | fo1_ url64:43 | token mixed
doppler-token        | Doppler              | dp.{pt,st,ct,sa,scim,audit}. dotted:43(30+)
defined-token        | Defined Networking   | dnkey- url64:26 - url64:52 | token
tailscale-key        | Tailscale            | tskey-{auth,api,client,scim,webhook}- base62:5-20 - base62:32(20+)
octopus-key          | Octopus Deploy       | API- upper36:25-30 | token digit
service-token        | Netlify              | nfp_ url64:40(36+) | digit
service-token        | Heroku               | HRKU- url64:60(36+) | digit
service-token        | Prefect              | pnu_ url64:36+ | digit
service-token        | Dynatrace            | dt0c01. dotted:89(36+) | digit

github-token         | GitHub               | gh{p,o,u,s,r}_ base62:36(20+) | anywhere crc32
github-token         | GitHub               | ghs_ digit:1-12 _eyJ dotted:120(20+) | anywhere
github-token         | GitHub               | github_pat_ word:82(22+) | anywhere
gitlab-token         | GitLab               | gl{pat,dt,rt,cbt,ptt,ft,imt,agent,soat,oas,ffct}- dotted:20(18+)
gitlab-token         | GitLab               | GR1348941 url64:20(18+)
cookie               | GitLab               | [_gitlab_session=] hex:32(20+)
atlassian-token      | Atlassian            | AT{A,C}TT3 pad64:186(40+) | anywhere
artifactory-key      | JFrog Artifactory    | AKCp base62:69(60+)
artifactory-token    | JFrog Artifactory    | cmVmd base62:59 | mixed
npm-token            | npm                  | npm_ base62:36(30+) | crc32
pypi-token           | PyPI                 | pypi- url64:150(32+) | mixed
rubygems-key         | RubyGems             | rubygems_ hex:48(40+) | anywhere
crates-token         | crates.io            | cio base62:32 | mixed
docker-token         | Docker               | dckr_{pat,oat}_ url64:27(20+) | anywhere
service-token        | Clojars              | CLOJARS_ url64:60(36+) | digit
service-token        | NuGet                | oy2 lower36:43(36+) | digit
service-token        | Sourcegraph          | sgp_ url64:57(36+) | digit
sonar-token          | SonarQube            | sq{u,p,a}_ hex:40 | token
anthropic-key        | Anthropic            | sk-ant- url64:104(16+)
openai-key           | OpenAI, OpenRouter   | sk-{proj,svcacct,admin,None,or-v1}- url64:74(20+)
openai-key           | OpenAI               | sk- base62:48(20+)
model-provider-key   | model providers      | sk- base62:0-19 {-,_} url64:24+ | token mixed
huggingface-token    | Hugging Face         | {hf_,api_org_} base62:34(30+)
groq-key             | Groq                 | gsk_ base62:52(40+)
xai-key              | xAI                  | xai- base62:80(60+)
perplexity-key       | Perplexity           | pplx- base62:48(40+)
replicate-token      | Replicate            | r8_ base62:37(30+)
grafana-token        | Grafana              | glsa_ word:41(38+)
grafana-token        | Grafana Cloud        | glc_ any64:80(38+)
grafana-token        | Grafana              | eyJrIjoi std64:88(70+) | token
mapbox-token         | Mapbox               | {sk,tk}.eyJ url64:60(20+) . url64:22 | token
jwt                  | JSON Web Token       | eyJ url64:36(4+) . url64:60(4+) . url64:43(8+) | token
jwt                  | encrypted JWT        | eyJ url64:36(4+) . url64:60(4+) . url64:22(8+) . url64:40(1+) . url64:22(1+) | token
jwt                  | encrypted JWT        | eyJ url64:36(4+) .. url64:16(8+) . url64:40(4+) . url64:22(4+) | token

slack-token          | Slack                | xox lower:1 - dash62:60(10+) | digit
slack-token          | Slack                | xoxe.xox lower:1 - dash62:166(10+) | digit
slack-token          | Slack                | xapp- dash62:90(10+) | digit
slack-webhook        | Slack                | [hooks.slack{,-gov}.com/{services,workflows,triggers}/] path64:44(20+)
discord-webhook      | Discord              | [/webhooks/] digit:15-22 / url64:68(30+)
discord-token        | Discord              | {M,N,O} url64:22-28 . url64:5-7 . url64:26-45 | token discord
discord-token        | Discord              | mfa. url64:60-100 | token mixed
teams-webhook        | Microsoft Teams      | [webhook.office.com/webhookb2/] path64:180(60+)
telegram-token       | Telegram             | digit:6-12 :A url64:33-35 | mixed
telegram-token       | Telegram             | [bot] digit:6-12 :A url64:33-35 | mixed
twitter-token        | X (Twitter)          | AAAAAAAAAAAAAAAAAAAAAA percent:80-110 | token mixed
facebook-token       | Facebook             | EAA{B,C,D,E,F,G,H,I,J,K,L,M,N,O,P,Q,R,S,T,U,V,W,X,Y,Z} base62:180(100+) | token mixed
facebook-token       | Facebook             | digit:15-16 {|} url64:27-40 | token mixed
stripe-key           | Stripe               | {s,r}k_{live,test,prod}_ base62:24(10+)
webhook-secret       | Stripe, Svix         | whsec_ std64:32(20+)
square-token         | Square               | sq0{atp,csp}- url64:22+ | digit
square-token         | Square               | EAAA url64:22-64 | digit
flutterwave-key      | Flutterwave          | FLWSECK{_TEST,}- url64:34(12+) | digit
easypost-key         | EasyPost             | EZ{A,T}K base62:54 | mixed
duffel-token         | Duffel               | duffel_{test,live}_ url64:43(36+)
plaid-token          | Plaid                | access-{sandbox,development,production}- uuid
gocardless-token     | GoCardless           | live_ url64:40 | token mixed
lob-key              | Lob                  | {live,test}_ hex:35 | token digit
sendgrid-key         | SendGrid             | SG. url64:16-32 . url64:43(32+)
twilio-key           | Twilio               | SK hex:32
mailgun-key          | Mailgun              | key- hex:32 | token
mailchimp-key        | Mailchimp            | hex:32 -us{1,2,3,4,5,6,7,8,9} digit:0-1
brevo-key            | Brevo                | xkeysib- hex:64(40+) - base62:16(12+) | anywhere
resend-key           | Resend               | re_ base62:6-12 _ base62:24(20+) | token mixed
shopify-token        | Shopify              | shp{at,ca,pa,ss}_ Hex:32(24+) | anywhere
service-token        | Shippo               | shippo_{live,test}_ url64:40(36+) | digit
service-token        | Contentful           | CFPAT- url64:43(36+) | digit
linear-key           | Linear               | lin_{api,oauth}_ base62:40(30+)
supabase-key         | Supabase             | {sbp_,sb_secret_} url64:40(20+)
notion-token         | Notion               | {ntn_,secret_} base62:46(40+)
airtable-token       | Airtable             | pat base62:14 . hex:64+ | anywhere
figma-token          | Figma                | figd_ url64:40(30+)
adobe-secret         | Adobe                | p8e- base62:32 | token digit
dropbox-token        | Dropbox              | sl. url64:135(100+) | token mixed
dropbox-token        | Dropbox              | base62:11 AAAAAAAAAA url64:43 | token mixed
frameio-token        | Frame.io             | fio-u- url64:64(50+)
typeform-token       | Typeform             | tfp_ dotted:59(50+)
readme-key           | ReadMe               | rdme_ lower36:70(60+)
postman-key          | Postman              | PMAK- hex:24 - hex:34+ | anywhere
newrelic-key         | New Relic            | NRA{K,A}- upper36:27(26+) | anywhere
newrelic-key         | New Relic            | NRI{I,Q}- url64:32(30+) | digit
newrelic-key         | New Relic            | NRJS- hex:19
sentry-token         | Sentry               | sntry{s,u}_ any64:64(40+) | anywhere
onepassword-token    | 1Password            | ops_eyJ any64:250(40+)
onepassword-key      | 1Password            | A3- upper36:6 - upper36:11 - upper36:5 - upper36:5 - upper36:5 | token
onepassword-key      | 1Password            | A3- upper36:6 - upper36:6 - upper36:5 - upper36:5 - upper36:5 - upper36:5 | token
maxmind-key          | MaxMind              | base62:6 _ base62:29 _mmk
authress-key         | Authress             | {sc,ext,scauth,authress}_ lower36:5-30 . lower36:4-6 .acc{_,-} dash62:10-32 . any64:30-120 | token
settlemint-token     | SettleMint           | sm_{aat,pat,sat}_ base62:16
intra42-secret       | 42                   | s-s4t2{ud,af}- hex:64(60+) | token
sidekiq-secret       | Sidekiq              | [BUNDLE_{ENTERPRISE,GEMS}__CONTRIBSYS__COM=] hex:8 : hex:8
`;
