import { repositoryPath } from '#collectors/github/repository.ts'
import { homeUrl } from '#collectors/site/home-url.ts'
import { CHAIN_ID, parseAddress, ZERO_ADDRESS } from '#contract/ids.ts'
import { type CalendarDate, parseDate } from '#contract/time.ts'
import { namesToken } from '#domain/project/signed-statement.ts'
import { isPublicName } from '#domain/public-address.ts'
import type { CatalogueFile } from './catalogue-schema.ts'

/** A part of a file that is not as expected, with its place. */
type IncompletePart = { readonly path: readonly string[]; readonly expected: string }

type Source = NonNullable<CatalogueFile['sources']>[number]
type StatedClaim = NonNullable<CatalogueFile['claims']>[number]

/** A name of npm, with or without a scope. */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

/**
 * Every part that lacks a field that it needs, has one that it may not have, or has an invalid value, where the schema
 * cannot say so. A day after `lastDay` is invalid.
 */
export function incompleteParts(file: CatalogueFile, lastDay: CalendarDate): readonly IncompletePart[] {
  const { sources = [], claims = [], builtOn = [], formerSlugs = [] } = file
  return [
    ...formerSlugs.flatMap((slug, at) =>
      slug === file.slug ? [{ path: ['formerSlugs', `${at}`], expected: 'another slug than `slug`' }] : [],
    ),
    ...(file.token !== undefined && parseAddress(file.token.address) === ZERO_ADDRESS
      ? [{ path: ['token', 'address'], expected: 'the address of a token, not the zero address' }]
      : []),
    ...sources.flatMap((source, at) => [...partsOfSource(source, { path: ['sources', `${at}`], lastDay })]),
    ...claims.flatMap((claim, at) => [...partsOfClaim(claim, { path: ['claims', `${at}`], lastDay })]),
    ...builtOn.flatMap(({ project, url, on }, at) => {
      const path = ['builtOn', `${at}`]
      const isOwn = [file.slug, ...formerSlugs].includes(project)
      return [
        ...addressPart(url, [...path, 'url']),
        ...dayPart(on, { path: [...path, 'on'], lastDay }),
        ...(isOwn ? [{ path: [...path, 'project'], expected: 'another project' }] : []),
      ]
    }),
    ...repeatedParts(file),
  ]
}

/** Entries that state the same as an earlier one. Both would be one record, which cannot be saved twice. */
function repeatedParts(file: CatalogueFile): readonly IncompletePart[] {
  const { sources = [], claims = [], builtOn = [], narratives = [], formerSlugs = [] } = file
  const keys = {
    sources: sources.map(({ kind, locator }) => [kind, isCased(kind) ? locator : locator.toLowerCase()]),
    claims: claims.map(({ kind, by, names, url, statement }) => [
      kind,
      by,
      names?.toLowerCase(),
      url,
      statement,
    ]),
    builtOn: builtOn.map(({ project, url, statement }) => [project, url, statement]),
    narratives,
    formerSlugs,
  }
  return Object.entries(keys).flatMap(([list, stated]) => {
    const texts = stated.map((key) => JSON.stringify(key))
    return texts.flatMap((text, at) => {
      const first = texts.indexOf(text)
      const expected = `another entry than ${list}.${first}, which states the same`
      return first === at ? [] : [{ path: [list, `${at}`], expected }]
    })
  })
}

/** Whether the case of letters tells locators of the kind apart. */
function isCased(kind: Source['kind']): boolean {
  return kind === 'website' || kind === 'npm_package'
}

/** The place of a part, and the last day that it may name. */
type Place = { readonly path: readonly string[]; readonly lastDay: CalendarDate }

function* partsOfSource(source: Source, { path, lastDay }: Place): Generator<IncompletePart> {
  const { kind, locator, established, counted, reason } = source
  const expected = expectedLocator(kind)
  if (!expected.isValid(locator)) yield { path: [...path, 'locator'], expected: expected.words }
  yield* addressPart(established.url, [...path, 'established', 'url'])
  yield* dayPart(established.on, { path: [...path, 'established', 'on'], lastDay })
  if (counted === (reason !== undefined)) yield { path, expected: 'a reason if and only if counted is false' }
}

function* partsOfClaim(claim: StatedClaim, { path, lastDay }: Place): Generator<IncompletePart> {
  const { kind, by, narrative, signature, names, url, on } = claim
  yield* addressPart(url, [...path, 'url'])
  yield* dayPart(on, { path: [...path, 'on'], lastDay })
  if ((kind === 'narrative') !== (narrative !== undefined))
    yield { path, expected: 'a narrative if and only if kind is narrative' }
  if ((by === 'signature') !== (signature !== undefined)) {
    const expected =
      'a signature (by, text, value) if and only if by is signature; a review of one is by operator'
    yield { path, expected }
  }
  if (signature !== undefined && !(names && namesToken(signature.text, names))) {
    const expected = `a text with the contract that the claim names, and chain ${CHAIN_ID}`
    yield { path: [...path, 'signature', 'text'], expected }
  }
}

/** The required form of a locator, by kind of source. */
function expectedLocator(kind: Source['kind']): {
  readonly words: string
  readonly isValid: (locator: string) => boolean
} {
  switch (kind) {
    case 'github_repository':
      return {
        words: 'owner/name of a repository, without the address of the host',
        isValid: (locator) => repositoryPath(locator) !== undefined,
      }
    case 'website':
      return { words: WEB_ADDRESS, isValid: isWebAddress }
    case 'npm_package':
      return { words: 'the name of a package', isValid: (locator) => PACKAGE_NAME.test(locator) }
    case 'deployer':
    case 'contract':
      return {
        words: 'an address, 0x and 40 hexadecimal digits',
        isValid: (locator) => parseAddress(locator) !== undefined,
      }
  }
}

const WEB_ADDRESS =
  'an http or https address with a public host name, such as lumen.example, without user name and password'

/** Whether a text is a web address at a public host. An address at any other host cannot be read or opened. */
function isWebAddress(text: string): boolean {
  const home = homeUrl(text)
  return home !== undefined && isPublicName(new URL(home).hostname)
}

function addressPart(url: string | undefined, path: readonly string[]): readonly IncompletePart[] {
  return url === undefined || isWebAddress(url) ? [] : [{ path, expected: WEB_ADDRESS }]
}

function dayPart(day: string | undefined, { path, lastDay }: Place): readonly IncompletePart[] {
  if (day === undefined) return []
  const parsed = parseDate(day)
  if (parsed === undefined) return [{ path, expected: 'a day of the calendar' }]
  return parsed <= lastDay ? [] : [{ path, expected: 'a day that is not in the future' }]
}
