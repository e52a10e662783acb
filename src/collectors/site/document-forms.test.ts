import { expect, test } from 'vitest'
import { apiEntries, llmsEntries, securityEntries } from './document-forms.ts'

const url = 'https://lumen.example/llms.txt'

test.each<[string, string, readonly string[] | undefined]>([
  [
    'links under a title',
    '# Lumen\n\n> Rails\n\n## Pages\n\n- [Docs](https://lumen.example/docs): all\n- [API](/api.md)\n',
    ['lumen.example/docs', 'lumen.example/api.md'],
  ],
  ['a title only', '# Lumen\n', []],
  ['two links on a line', '# L\n[a](/a) and [b](/b)', ['lumen.example/a', 'lumen.example/b']],
  ['a link with a title', '# L\n[a]( /a "words")', ['lumen.example/a']],
  ['a link with tracking parameters', '# L\n[a](/a?utm_source=llms)', ['lumen.example/a']],
  ['one link many times', `# L\n${'[a](/a)'.repeat(30_000)}`, ['lumen.example/a']],
  ['a mail address', '# L\n[us](mailto:us@lumen.example)', []],
  ['an address without brackets', '# L\nhttps://lumen.example/a', []],
  ['no title', '- [Docs](/docs)', undefined],
  ['words', 'Not found', undefined],
  ['nothing', '', undefined],
])('llms.txt: %s', (_, body, expected) => {
  expect(llmsEntries({ body, url })).toEqual(expected)
})

test.each<[string, string, readonly string[] | undefined]>([
  [
    'its fields, without the expiry',
    'Contact: mailto:s@lumen.example\nExpires: 2027-01-01T00:00:00Z\nPolicy: https://lumen.example/p\n',
    ['contact: mailto:s@lumen.example', 'policy: https://lumen.example/p'],
  ],
  [
    'signed, with carriage returns',
    '-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA512\r\n\r\nContact: mailto:s@lumen.example\r\n-----BEGIN PGP SIGNATURE-----\r\niQ==\r\n',
    ['contact: mailto:s@lumen.example'],
  ],
  ['two contacts', 'contact: a\nCONTACT:  b  c', ['contact: a', 'contact: b c']],
  ['comments', '# Contact: nobody\nContact: a', ['contact: a']],
  ['no contact', 'Expires: 2027-01-01T00:00:00Z', undefined],
  ['words', 'Not found', undefined],
  ['nothing', '', undefined],
])('security.txt: %s', (_, body, expected) => {
  expect(securityEntries({ body, url })).toEqual(expected)
})

const described = (value: object) => JSON.stringify({ openapi: '3.1.0', ...value })
test.each<[string, string, readonly string[] | undefined]>([
  ['paths', described({ paths: { '/v1/a': {}, '/v1/{id}/b/': {} } }), ['/v1/a', '/v1/{}/b']],
  ['no paths yet', described({ paths: {} }), []],
  ['an extension among the paths', described({ paths: { 'x-note': 1, '/v1': {} } }), ['/v1']],
  ['the older form', JSON.stringify({ swagger: '2.0', paths: { '/v1': {} } }), ['/v1']],
  [
    'the name of an inherited property',
    described({ paths: { '/__proto__': {}, '/constructor': {} } }),
    ['/__proto__', '/constructor'],
  ],
  ['without paths', described({}), undefined],
  ['paths in a list', described({ paths: ['/v1'] }), undefined],
  ['without a version', JSON.stringify({ paths: { '/v1': {} } }), undefined],
  ['cut off', described({ paths: { '/v1': {} } }).slice(0, -2), undefined],
  ['null', 'null', undefined],
])('the API description: %s', (_, body, expected) => {
  expect(apiEntries({ body, url })).toEqual(expected)
})
