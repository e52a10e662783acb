/** The notice of each kind of answer, unchanged on every surface. */
export const DISCLAIMERS = {
  card: 'This card reports shipping and sourcing as recorded. It is not a rating, a recommendation or a verdict on a token.',
  dossier:
    'This dossier shows what is recorded of a project, each line with its source. It is not a rating, a recommendation or a verdict. An absent field is unknown, not zero.',
  projects:
    'Projects are listed by what is recorded of them. A place in a list is not a rating, a recommendation or a verdict, and none is paid for. An absent field is unknown, not zero.',
  explanation:
    'An explanation shows how a stored conclusion was made, each input with its source. It is not a rating, a recommendation or a verdict. What is unknown is absent, not zero.',
  coverage:
    'Coverage says what was read and how well. It is not a score of a project, and a zero without a source is not a finding.',
  timeline:
    'Entries are listed as their sources show them. An entry that no outside source dates stands at the time at which the service first knew of it.',
  reports:
    'A report counts what was recorded of a month when it had ended. It is not a rating, a recommendation or a verdict, and it ranks nothing. Unknown means not measured, never zero.',
  tokenProfile:
    "This profile shows what is recorded of the service's own token. It is not an offer, a recommendation or a valuation, and holding the token changes no ranking. Null is unknown, not zero.",
  ships:
    'Ships are listed as their sources show them. Backing says how far a ship rests on its source; it is not a verdict on what was shipped.',
  radar:
    'The Radar ranks projects by verified development, on-chain use and research standing. Price, payment and holdings are no input. A rank is not a rating of a token, a recommendation or a verdict.',
  comparison:
    'The projects stand in the order in which they were asked for. No figure is a rating, a recommendation or a verdict, and none wins. An absent field is unknown, not zero.',
  accelerating:
    'A project is listed because it shipped more in 30 whole days than in the 30 before. That is not a rating, a recommendation or a forecast. A project that could not be judged is not slow, and stays listed if it was.',
  contract:
    'This shows what is recorded of a contract, each section with whether it was measured. It is not an audit, a rating or a verdict. An absent field is unknown, not zero.',
  relationships:
    'Relations are shown as their sources state them. None is a partnership, an endorsement or an interaction on the chain. What is not listed is unknown, not absent.',
  history:
    'History shows what was recorded at the end of each day. The past is never recomputed. A day that is absent was not recorded; it is not zero.',
  diff: 'A difference compares two days and counts what was recorded between them. It names no cause.',
  market:
    'Figures are those of the named provider at the named time. They are context, never an input of a conclusion about building, and no advice.',
  agent:
    'This answers what is recorded, each line with its evidence. It is not advice, a rating, a recommendation or a prediction. What is unknown is not zero and not a finding.',
} as const
