// pure

export type DuePreset = 'days14' | 'days30' | 'endOfMonth'
export const DUE_PRESETS: readonly DuePreset[] = ['days14', 'days30', 'endOfMonth']

/** A calendar date some days after another one. A date has no zone, so the arithmetic is that of UTC. */
export function daysAfter(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

export function dueDateOf(preset: DuePreset, today: string): string {
  if (preset === 'days14') return daysAfter(today, 14)
  if (preset === 'days30') return daysAfter(today, 30)
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
