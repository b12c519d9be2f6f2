/** The defaults of the settings. */
export const CARD_TESTING = { declinesMin: 20, percentMin: 33, windowMinutes: 10 } as const
