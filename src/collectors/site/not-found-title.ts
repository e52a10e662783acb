/**
 * A separator between parts of a title. White space around `|` stays in the parts, so that the time for matching grows
 * with the length only.
 */
const SEPARATOR = /\||\s(?:[·•»›–—-]|::)\s/
const NO_WORD = /[^\p{L}\p{N}']+/gu
const TITLE_LENGTH_MAX = 300
const SORRY = /^(?:sorry|oops|whoops) /
const CODE = /^(?:(?:error|http|status) )*404(?: error)?(?: |$)/
const ABSENT =
  /^(?:(?:the|this|that|your) )?(?:requested )?(?:(?:page|site|url|resource|file|document|content)(?: you(?:'re| are| were)? (?:looking for|requested))? )?(?:(?:is |was |could |can )?not (?:be )?found|(?:cannot|can't|couldn't) be found|does(?: not|n't) exist)(?: 404)?(?: 1)?$/

/**
 * Whether a whole part of a title, between separators, says that a page does not exist. The words inside a name do not
 * count.
 */
export function saysNotFound(title: string): boolean {
  if (title.length > TITLE_LENGTH_MAX) return false
  return title.split(SEPARATOR).some((part) => {
    const words = part.toLowerCase().replaceAll('’', "'").replace(/_/g, ' ').replace(NO_WORD, ' ').trim()
    const said = words.replace(SORRY, '')
    const reason = said.replace(CODE, '')
    return reason === '' ? said !== '' : ABSENT.test(reason)
  })
}
