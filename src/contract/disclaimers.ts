/** The notice of each kind of answer, unchanged on every surface. */
export const DISCLAIMERS = {
  card: 'This card reports shipping and sourcing as recorded. It is not a rating, a recommendation or a verdict on a token.',
  dossier:
    'This dossier shows what is recorded of a project, each line with its source. It is not a rating, a recommendation or a verdict. An absent field is unknown, not zero.',
  projects:
    'Projects are listed by what is recorded of them. A place in a list is not a rating, a recommendation or a verdict, and none is paid for. An absent field is unknown, not zero.',
  reports:
    'A report counts what was recorded of a month when it had ended. It is not a rating, a recommendation or a verdict, and it ranks nothing. Null is not measured, not zero.',
  tokenProfile:
    "This profile shows what is recorded of the service's own token. It is not an offer, a recommendation or a valuation, and holding the token changes no ranking. Null is unknown, not zero.",
  ships:
    'Ships are listed as their sources show them. Backing says how far a ship rests on its source; it is not a verdict on what was shipped.',
} as const
