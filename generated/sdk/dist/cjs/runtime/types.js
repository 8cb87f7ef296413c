"use strict";
// Structural stand-ins for the platform's types: the declarations of this package then need neither the DOM's nor Node's.
Object.defineProperty(exports, "__esModule", { value: true });
