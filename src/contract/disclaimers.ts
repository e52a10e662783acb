/** The notice of each kind of answer, unchanged on every surface. */
export const DISCLAIMERS = {
  card: 'This card reports shipping and sourcing as recorded. It is not a rating, a recommendation or a verdict on a token.',
  dossier:
    'This dossier shows what is recorded of a project, each line with its source. It is not a rating, a recommendation or a verdict. An absent field is unknown, not zero.',
  projects:
    'Projects are listed by what is recorded of them. A place in a list is not a rating, a recommendation or a verdict, and none is paid for. An absent field is unknown, not zero.',
  ships:
    'Ships are listed as their sources show them. Backing says how far a ship rests on its source; it is not a verdict on what was shipped.',
  contract:
    'This shows what is recorded of a contract, each section with whether it was measured. It is not an audit, a rating or a verdict. An absent field is unknown, not zero.',
  relationships:
    'Relations are shown as their sources state them. None is a partnership, an endorsement or an interaction on the chain. What is not listed is unknown, not absent.',
} as const
