import { expect, test } from 'vitest'
import { mutualLink, type RepositoryEnd, type SiteEnd } from './mutual-link.ts'

const REPOSITORY: RepositoryEnd = {
  url: 'https://github.com/lumen-labs/lumen',
  homepage: 'https://lumen.example',
}
const SITE: SiteEnd = {
  locator: 'https://lumen.example',
  links: ['/docs', 'github.com/lumen-labs/lumen', 'x.com/lumen'],
}
const BOTH = { homepage: 'https://lumen.example', link: 'github.com/lumen-labs/lumen' }
const onPath = { locator: 'https://pages.example/lumen/' }

test.each<[string, Partial<RepositoryEnd>, Partial<SiteEnd>, ReturnType<typeof mutualLink>]>([
  ['both ends name each other', {}, {}, BOTH],
  [
    'a link in other letters',
    {},
    { links: ['github.com/Lumen-Labs/LUMEN'] },
    { ...BOTH, link: 'github.com/Lumen-Labs/LUMEN' },
  ],
  [
    'a link to the owner',
    {},
    { links: ['github.com/lumen-labs'] },
    { ...BOTH, link: 'github.com/lumen-labs' },
  ],
  [
    'a homepage without its scheme',
    { homepage: ' lumen.example ' },
    {},
    { ...BOTH, homepage: ' lumen.example ' },
  ],
  [
    'a homepage with www',
    { homepage: 'http://www.Lumen.example/' },
    {},
    { ...BOTH, homepage: 'http://www.Lumen.example/' },
  ],
  [
    'a homepage below the site',
    { homepage: 'https://lumen.example/docs' },
    {},
    { ...BOTH, homepage: 'https://lumen.example/docs' },
  ],
  [
    'a site that is a path',
    { homepage: 'https://pages.example/lumen' },
    onPath,
    { ...BOTH, homepage: 'https://pages.example/lumen' },
  ],
  ['the neighbour of a path', { homepage: 'https://pages.example/lumens' }, onPath, null],
  ['the host of many sites', { homepage: 'https://pages.example' }, onPath, null],
  ['no homepage', { homepage: null }, {}, null],
  ['an empty homepage', { homepage: '' }, {}, null],
  ['words as a homepage', { homepage: 'coming soon' }, {}, null],
  ['another site', { homepage: 'https://lumen.example.org' }, {}, null],
  ['the site on another port', { homepage: 'https://lumen.example:8443' }, {}, null],
  ['a host that only ends like it', { homepage: 'https://notlumen.example' }, {}, null],
  ['the page of the repository is unknown', { url: null }, {}, null],
  ['the site was never read', {}, { links: null }, null],
  ['a site without links', {}, { links: [] }, null],
  ['a site that links a repository of another owner', {}, { links: ['github.com/others/lumen'] }, null],
  ['a site that links another repository of the owner', {}, { links: ['github.com/lumen-labs/site'] }, null],
  [
    'a site that links a longer name',
    {},
    { links: ['github.com/lumen-labs/lumen2', 'github.com/lumen-labs2'] },
    null,
  ],
  ['a link to another code host', {}, { links: ['gitlab.com/lumen-labs/lumen'] }, null],
  ['a link to the code host alone', {}, { links: ['github.com'] }, null],
  [
    'a site that is the page of the repository',
    { homepage: 'https://github.com/lumen-labs/lumen' },
    { locator: 'https://github.com/lumen-labs/lumen', links: ['/lumen-labs', '/features'] },
    null,
  ],
  [
    'a page of an owner, and a link to the code host',
    { url: 'https://github.com/lumen-labs' },
    { links: ['github.com'] },
    null,
  ],
  [
    'a repository below a path that others share',
    { url: 'https://code.example/git/lumen-labs/lumen' },
    { links: ['code.example/git', 'code.example/git/lumen-labs'] },
    null,
  ],
  ['a locator that is no address', {}, { locator: 'lumen' }, null],
])('[R25] %s', (_, repository, site, expected) => {
  expect(mutualLink({ ...REPOSITORY, ...repository }, { ...SITE, ...site })).toEqual(expected)
})
