import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

type MenuProps = {
  /** A button; the menu opens from it. */
  readonly trigger: ReactElement
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
  readonly side?: 'bottom' | 'top'
}

/** Further actions behind one button. */
export function Menu({ trigger, children, align = 'end', side = 'bottom' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="popup-place" positionMethod="fixed" sideOffset={4} align={align} side={side}>
          <Base.Popup className="popup menu-popup">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type ItemProps = {
  readonly children: ReactNode
  readonly icon?: ReactNode
  readonly onSelect?: () => void
  readonly isDanger?: boolean
  /** Why the action is not possible now. The item is then disabled, and says it. */
  readonly reason?: string | undefined
}

export function MenuItem({ children, icon, onSelect, isDanger = false, reason }: ItemProps) {
  return (
    <Base.Item className={isDanger ? 'danger' : ''} onClick={onSelect} disabled={reason !== undefined}>
      {icon}
      <span>
        {children}
        {reason !== undefined && <span className="reason">{reason}</span>}
      </span>
    </Base.Item>
  )
}

/** An item that leads to another page: `<MenuLink><Link to="/profile">Profile</Link></MenuLink>`. */
export function MenuLink({
  children,
  icon,
  link,
}: {
  readonly children: ReactNode
  readonly icon?: ReactNode
  readonly link: ReactElement
}) {
  return (
    <Base.LinkItem render={link} closeOnClick>
      {icon}
      <span>{children}</span>
    </Base.LinkItem>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="separator" />
}

type ChoicesProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly options: readonly (readonly [Value, string])[]
  readonly onChoose: (value: Value) => void
}

/** One of several, in a menu. */
export function MenuChoices<Value extends string>({ label, value, options, onChoose }: ChoicesProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="group-label">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(chosen: Value) => onChoose(chosen)}>
        {options.map(([option, name]) => (
          <Base.RadioItem key={option} value={option} closeOnClick>
            <span className="mark">
              <Base.RadioItemIndicator>
                <Check size={16} aria-hidden="true" />
              </Base.RadioItemIndicator>
            </span>
            <span lang={LANGUAGE_TAG.test(option) ? option : undefined}>{name}</span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

/** The name of a language stands in that language. */
const LANGUAGE_TAG = /^[a-z]{2}-\w+$/
