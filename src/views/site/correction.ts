/** The address that reports an error, with the record and the page in it; undefined where none is configured. */
export function correctionLink(of: {
  /** A mailto: or https: address. */
  readonly to: string | undefined
  readonly page: string
  readonly about: string | undefined
}): string | undefined {
  const { to, page, about } = of
  if (to === undefined) return undefined
  const evidence = about === undefined ? {} : { evidence: about }
  if (!to.startsWith('mailto:')) {
    const address = new URL(to)
    for (const [name, value] of Object.entries({ ...evidence, page })) address.searchParams.set(name, value)
    return address.href
  }
  const body = about === undefined ? `Page: ${page}` : `Evidence: ${about}\nPage: ${page}`
  return `${to}?subject=${encodeURIComponent('Correction')}&body=${encodeURIComponent(body)}`
}
