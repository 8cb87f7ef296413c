// The helpers of the MPI's script, written anew from their description.
;(() => {
  // One order for the page, as in the real script: its cart only grows.
  const order = { OrderDetails: {}, Consumer: {}, Cart: [] }

  const builder = {
    withOrderDetails(orderNumber, currency, channel) {
      order.OrderDetails = { OrderNumber: orderNumber, CurrencyCode: currency, OrderChannel: channel }
      return builder
    },
    withCard(number, month, year) {
      order.Consumer.Account = { AccountNumber: number, ExpirationMonth: month, ExpirationYear: year }
      return builder
    },
    build: () => order,
  }

  window.MPIHelpers = {
    Constants: {
      getCurrencyISO: () => ({ BRL: "986", USD: "840" }),
      getOrderChannels: () => ({ MOTO: "M", RETAIL: "R", ECOMMERCE: "S", PHONE: "P", TABLET: "T" }),
    },
    getOrderBuilder: () => builder,
    getBrowserInfo: () => ({
      userAgent: navigator.userAgent,
      screenWidth: screen.width,
      screenHeight: screen.height,
      colorDepth: screen.colorDepth,
      timeZoneOffset: new Date().getTimezoneOffset(),
      language: navigator.language,
      javaEnabled: false,
      javascriptEnabled: true,
    }),
  }
})()
