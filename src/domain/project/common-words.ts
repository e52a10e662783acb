/** Words of a question that carry no part of what is asked, in lower case. They name no project by themselves. */
const SILENT = `a about actually again all also am an and any anybody anyone anything are as at be because being by can
  check could currently describe did do does doing each either else ever every everything evidence explain find for
  from get give gives going has have having hello help hey hi i if in info information into is it its just know known
  let like look lookup me my named need now of okay ok on or our over page please proof prove profile project projects
  quite read really receipts recorded report research right say says shall should show so some somebody someone
  something still summarise summarize summary tell thank thanks that the their them then there these they thing things
  this those to today up upon us very want we well what what's whether which with within would yet you your`

/**
 * Words that ask something and are no name of a project by themselves. A capability answers some of them, and its
 * answer names the others as not understood.
 */
const ASKING = `active activity address alive audit audited been best better between biggest build builder builders building
  builds built but change changed changes code compare comparison contract contracts count dead depend depends
  difference don't dormant fake fully gap gaps genuine good had happen happened happening happens held how keep keeps
  last latest launch launched legit legitimate less list made maintained make makes many may measured missing month
  more most much must name new newest news no nobody not off official old one only other out overview period quiet
  real recent recently release released releases rug rugpull safe scam ship shipped shipping ships shown since source
  sources started state status stopped team than token tokens top trust trusted trustworthy unknown unknowns until
  update updated updates use used uses using verified verify version versions versus vs was week weeks were when where
  while who whose why will work works worse year years yesterday`

/** Words of a question that carry no part of what is asked. */
export const SILENT_WORDS: ReadonlySet<string> = new Set(SILENT.split(/\s+/))

/** Words of questions that name no project by themselves, in lower case. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(`${SILENT} ${ASKING}`.split(/\s+/))
