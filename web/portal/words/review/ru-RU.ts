import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { ReviewWords } from './review-words.ts'

type Spanned = { readonly span: string }
type Named = { readonly name: string }
type Numbered = { readonly number: string }
type Amount = { readonly amount: string }
type Deadline = { readonly time: string; readonly span: string }
type Holding = { readonly name: string; readonly time: string }
type Counted = { readonly count: number; readonly text: string }

export const words: ReviewWords = {
  title: 'Проверка',
  queue: 'Платежи на проверке',
  switchedOff: 'Защита от мошенничества для этой организации выключена: новые платежи не задерживаются для проверки.',
  empty: 'Проверять нечего',
  emptyText: 'Здесь появляются платежи, задержанные для проверки, самые срочные — первыми.',
  choose: 'Выберите платёж или нажмите j.',
  more: 'Остальные платежи появятся, когда будет решено по этим.',
  waits: ({ span }: Spanned) => `ждёт ${span}`,
  left: ({ span }: Spanned) => `осталось ${span}`,
  you: 'Вы',
  someone: ({ name }: Named) => name,
  invoice: ({ number }: Numbered) => `Счёт ${number}`,
  deadline: ({ time, span }: Deadline) => `Решить до ${time} (осталось ${span})`,
  accept: 'Принять',
  reject: 'Отклонить',
  notYours: 'Ваша роль позволяет видеть проверки, но не принимать решения.',
  isDeciding: 'Решение выполняется.',
  notHeld: 'Решить можно, когда платёж закреплён за вами.',
  failed: 'Не удалось загрузить платёж',
  heldBySomeone: 'Этот платёж смотрит кто-то другой.',
  heldBy: ({ name, time }: Holding) => `${name} смотрит этот платёж с ${time}.`,
  takeOver: 'Взять себе',
  takenOver: 'Теперь платёж закреплён за вами.',
  comment: 'Комментарий',
  commentHelp: 'Сохраняется у платежа и в отчётах.',
  notCarriedOut: 'Платёжный сервис не выполнил решение. Попробуйте ещё раз.',
  decisions: {
    accept: {
      question: ({ amount }: Amount) => `Принять ${amount}?`,
      text: 'Платёж будет списан, плательщик получит квитанцию.',
      confirm: ({ amount }: Amount) => `Принять ${amount}`,
      done: ({ amount }: Amount) => `${amount}: платёж принят.`,
    },
    reject: {
      question: ({ amount }: Amount) => `Отклонить ${amount}?`,
      text: 'Авторизованная сумма освободится, счёт можно будет оплатить снова.',
      confirm: ({ amount }: Amount) => `Отклонить ${amount}`,
      done: ({ amount }: Amount) => `${amount}: платёж отклонён.`,
    },
  },
  since: 'На проверке с',
  shipTo: 'Доставка',
  bin: 'Первые цифры',
  cardCountry: 'Страна выпуска карты',
  network: 'Карточная сеть',
  rules: 'Почему задержан',
  earlier: 'Прежние платежи этого клиента',
  firstTime: 'С этого адреса ещё ничего не платили.',
  noAddress: 'Прежние платежи неизвестны: плательщик не указал адрес почты.',
  count: ({ count, text }: Counted) =>
    plural('ru-RU', count, {
      one: `${text} платёж ожидает`,
      few: `${text} платежа ожидают`,
      many: `${text} платежей ожидают`,
      other: `${text} платежа ожидают`,
    }),
  disputes: ({ count, text }: Counted) =>
    plural('ru-RU', count, {
      one: `${text} спор`,
      few: `${text} спора`,
      many: `${text} споров`,
      other: `${text} спора`,
    }),
}
