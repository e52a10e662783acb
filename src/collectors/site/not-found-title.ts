/** White space around it is left to the parts, so that its time grows with the length alone. */
const SEPARATOR = /\||\s(?:[·•»›–—-]|::)\s/
const NO_WORD = /[^\p{L}\p{N}']+/gu
const TITLE_LENGTH_MAX = 300
const SORRY = /^(?:sorry|oops|whoops) /
const CODE = /^(?:(?:error|http|status) )*404(?: error)?(?: |$)/
const ABSENT =
  /^(?:(?:the|this|that|your) )?(?:requested )?(?:(?:page|site|url|resource|file|document|content)(?: you(?:'re| are| were)? (?:looking for|requested))? )?(?:(?:is |was |could |can )?not (?:be )?found|(?:cannot|can't|couldn't) be found|does(?: not|n't) exist)(?: 404)?(?: 1)?$/

/**
 * Whether a part of a title, between separators, says as a whole that a page is not there. A name can have the words.
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
