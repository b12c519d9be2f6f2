/** The parts of the kit in `web/ui`, in the order of their cascade. */
const PARTS = [
  'button',
  'field',
  'choice',
  'notice',
  'banner',
  'badge',
  'rows',
  'table',
  'tabs',
  'segments',
  'menu',
  'dialog',
  'toast',
  'skeleton',
  'chip',
  'kbd',
  'empty',
  'card',
  'timeline',
  'chart',
  'command',
  'shell',
  'page',
] as const

export type KitPart = (typeof PARTS)[number]

/** The files of a page's style: tokens and ground, then the parts that it uses. */
export function kitStyles(used: readonly KitPart[] = PARTS): readonly string[] {
  const parts = PARTS.filter((part) => used.includes(part))
  return ['tokens', 'base', ...parts].map((name) => `ui/${name}.css`)
}
