// pure
type Channels = readonly [red: number, green: number, blue: number]

/** Red, green and blue of #RGB or #RRGGBB, from 0 to 255. */
export function channelsOf(color: string): Channels {
  const digits = color.slice(1)
  const pairs = digits.length === 3 ? Array.from(digits, (digit) => digit + digit) : (digits.match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}

/** The same as amounts of light, from 0 to 1. */
export function linearOf(color: string): Channels {
  const [red, green, blue] = channelsOf(color)
  return [linear(red), linear(green), linear(blue)]
}

function linear(channel: number): number {
  const part = channel / 255
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
