import { expect, test } from 'vitest'
import { parsePage } from './page.ts'

const url = 'https://lumen.example/'
const markOf = (head: string, body: string) =>
  parsePage({ body: `<!doctype html><html><head>${head}</head><body>${body}</body></html>`, url })
    ?.interstitial

test.each([
  [
    'an Anubis page in another language, without its title',
    '<title>Ověřujeme, že nejste robot</title><script id="anubis_challenge" type="application/json">{}</script>',
    '<p>Načítání</p>',
    'challenged',
  ],
  [
    'an Imperva page with the words outside its frame',
    '',
    '<iframe src="/_Incapsula_Resource?CWUDNSAI=9">Request unsuccessful. Incapsula incident ID: 1-2</iframe><p>Support: 1-2',
    'challenged',
  ],
  [
    'a testcookie page that says what it does',
    '',
    `setting cookie...<script src="/aes.min.js?v=1"></script><script>document.cookie="BPC="+toHex(slowAES.decrypt(c,2,a,b))+"; path=/";location.href="/?ckattempt=1";</script>`,
    'challenged',
  ],
  [
    'a testcookie page of another cipher',
    '',
    '<script src="/aes.js"></script><script>document.cookie="__test="+1;location.href="/?i=1";</script>',
    'challenged',
  ],
  [
    'a Cloudflare page of another year',
    '<title>Un momento…</title>',
    `<script> window._cf_chl_opt={cvId: "2"};</script><a href="https://www.cloudflare.com">Cloudflare</a>`,
    'challenged',
  ],
  [
    'the app of a parked name',
    '<script>window.LANDER_SYSTEM="PW"</script><script defer src="https://img1.wsimg.com/parking-lander/static/js/main.98fc5cd3.js"></script>',
    '<div id="root"></div>',
    'parked',
  ],
  [
    'a parked name of Bodis',
    '<title>lumen.example</title>',
    '<script>window.park = "eyJ1dWlkIjoi"</script>',
    'parked',
  ],
  [
    'a parked name of Sedo',
    '<script src="https://img.sedoparking.com/js/jquery.js"></script>',
    '<a href="https://sedo.com/search/details/?domain=lumen.example">Buy this domain</a>',
    'parked',
  ],
])('%s is no page of the site', (_, head, body, expected) => {
  expect(markOf(head, body)).toBe(expected)
})

test('a page with the key by which parked names show advertisements is no page of the site', () => {
  const body = '<!doctype html><html data-adblockkey="MFwwDQYJ"><body><p>Related searches</p></body></html>'
  expect(parsePage({ body, url })?.interstitial).toBe('parked')
})

const APP = '<script type="module" src="/assets/index.js"></script>'
test.each([
  [
    'a guide to Anubis that shows its script',
    '',
    '<h1>Anubis</h1><pre>&lt;script id="anubis_challenge"&gt;</pre><p id="anubis_version">1.17',
  ],
  [
    'a guide to Imperva that quotes its words',
    '',
    '<p>Request unsuccessful. Incapsula incident ID: 1-2</p><a href="/_Incapsula_Resource?x">x</a>',
  ],
  [
    'an app behind Imperva',
    `<script src="/_Incapsula_Resource?SWJIYLWA=1" async></script>${APP}`,
    '<div id="root"></div>',
  ],
  [
    'an article about Cloudflare, in the data of an app',
    '',
    '<p>Challenges</p><script>self.__next_f.push([1,"window._cf_chl_opt = {cvId: 3}"])</script>',
  ],
  [
    'a page with the script of Cloudflare detections',
    '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
    '<div id="root"></div>',
  ],
  [
    'a page with a Turnstile widget',
    '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script>',
    '<form><div class="cf-turnstile" data-sitekey="x"></div></form>',
  ],
  ['a page that encrypts', '<script src="/aes.js"></script>', '<script>document.cookie="theme="+t</script>'],
  [
    'a page that decrypts its own cookie',
    '<script src="/crypto.js"></script>',
    '<script>document.cookie="a="+slowAES.decrypt(c,2,a,b)</script>',
  ],
  [
    'an article about Sucuri',
    '',
    '<p>The page sets sucuri_cloudproxy_js</p><script>sucuri_cloudproxy_js=1</script>',
  ],
  [
    'a page that goes to its lander with a button',
    '',
    '<h1>Lumen</h1><script>window.location.href="/lander"</script>',
  ],
  [
    'a page that names a park, or links to a market of names',
    '<script>window.park = parkOf("ey")</script>',
    '<a href="https://sedo.com/">Sedo</a><p data-adblockkey="x">A key</p>',
  ],
  ['an empty app', APP, '<div id="root"></div>'],
  ['an empty page', '', ''],
])('%s is a page', (_, head, body) => {
  expect(markOf(head, body)).toBeUndefined()
})
