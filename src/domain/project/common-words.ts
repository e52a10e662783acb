/** Words of questions that name no project by themselves, in lower case. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `a about active activity actually address again alive all an and any anybody anyone anything are at audit audited because
  been being best better between biggest build builder builders building builds built but by can change changed changes check
  code compare comparison contract contracts could count currently dead depend depends describe did difference do does
  doing don't dormant each else evidence ever every everything explain fake find for from fully gap gaps genuine get
  give gives going good had happen happened happening happens has have held hello help hey hi how i if in info
  information is it its just keep keeps know known last latest launch launched legit legitimate less list look lookup
  made maintained make makes many may me measured missing month more most much must my name named need new newest news no
  nobody not now of off official ok old on one only or other our out over overview page period please profile project
  projects proof prove quiet read real really receipts recent recently recorded release released releases report
  research right rug rugpull safe say says scam shall ship shipped shipping ships should show shown since so some
  somebody someone something source sources started state status still stopped summarise summarize summary team tell
  than thank thanks that the their them then there these they thing things this those to today token tokens top trust
  trusted trustworthy unknown unknowns until up upon update updated updates us use used uses using verified verify
  version versions versus very vs was we week weeks well were what what's whats when where whether which while who whose
  why will with within work works worse would year years yesterday yet you your`.split(/\s+/),
)
