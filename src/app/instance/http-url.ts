import { refuse } from '#operator/refusal.ts'

/** The address of an option. @throws Refusal for another form, and for one with user name and password */
export function httpUrl(option: string, text: string): string {
  const url = URL.parse(text)
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url === null || !isHttp || url.username !== '' || url.password !== '')
    refuse(`Invalid ${option} "${text}": expected an http or https URL without user name and password`)
  return url.href
}
