/** The notice of each kind of answer, unchanged on every surface. */
export const DISCLAIMERS = {
  card: 'This card reports shipping and sourcing as recorded. It is not a rating, a recommendation or a verdict on a token.',
  dossier:
    'This dossier shows what is recorded of a project, each line with its source. It is not a rating, a recommendation or a verdict. An absent field is unknown, not zero.',
  projects:
    'Projects are listed by what is recorded of them. A place in a list is not a rating, a recommendation or a verdict, and none is paid for. An absent field is unknown, not zero.',
  ships:
    'Ships are listed as their sources show them. Backing says how far a ship rests on its source; it is not a verdict on what was shipped.',
  history:
    'History shows what was recorded at the end of each day. The past is never recomputed. A day that is absent was not recorded; it is not zero.',
  diff: 'A difference compares two days and counts what was recorded between them. It names no cause.',
  market:
    'Figures are those of the named provider at the named time. They are context, never an input of a conclusion about building, and no advice.',
} as const
