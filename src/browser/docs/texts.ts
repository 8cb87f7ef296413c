/** The language of the page, as its address would name it. */
export const language = document.documentElement.lang === "pt-BR" ? "pt" : "en"

/** What scripts say on a page of this language. */
export const TEXTS = {
  en: {
    copy: "Copy",
    copied: "Copied",
    selectAndCopy: "Select and copy",
    nothing: (query: string) => `Nothing found for “${query}”.`,
    notLoaded: (status: number) => `The index of the search could not be loaded (${status}).`,
    retry: "Type again to retry.",
  },
  pt: {
    copy: "Copiar",
    copied: "Copiado",
    selectAndCopy: "Selecione e copie",
    nothing: (query: string) => `Nada encontrado para “${query}”.`,
    notLoaded: (status: number) => `Não foi possível carregar o índice da busca (${status}).`,
    retry: "Digite de novo para tentar outra vez.",
  },
}[language]
