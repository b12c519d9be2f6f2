import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: 'Предпросмотр',
  shown: 'Показанный документ',
  page: 'Страница оплаты',
  mail: 'Письмо',
  pdf: 'PDF',
  width: 'Ширина',
  phone: 'Телефон',
  desktop: 'Компьютер',
  ownLanguage: 'Язык счёта',
  frame: ({ what }) => `${what} (предпросмотр)`,
  openPdf: 'Открыть PDF',
  noPdfViewer: 'Этот браузер не показывает PDF внутри страницы.',
  failed: 'Не удалось загрузить предпросмотр.',
}
