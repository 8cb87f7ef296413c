#!/usr/bin/env bash
# Installs the packages of package-lock.json, unless they are installed: `install.sh run` those that Vintém runs on, `install.sh all` those
# of tests and tools, too. npm runs on the system's Node here, because it replaces the one in node_modules.
set -euo pipefail
cd "$(dirname "$0")/.."

# npm writes this list last.
list=node_modules/.package-lock.json
is_current() { [ -e $list ] && ! [ package-lock.json -nt $list ]; }
has_all() { grep -qs '"node_modules/mocha"' $list; }

is_current && { [ "$1" = run ] || has_all; } && exit

# Who has installed everything keeps it when a package changes.
if [ "$1" = all ] || has_all; then
  echo "Installing all packages, also those of tests and tools: about 1 GB. It takes a few minutes."
  omit=
else
  echo "Installing what Vintém runs on, with Node 26: about 370 MB, of which 310 MB stay. It takes about a minute."
  omit=--omit=dev
fi

mkdir -p node_modules
# sleep outlives this script by seconds, so it does not keep the output open.
tell() { while sleep 5 &> /dev/null; do echo "  $SECONDS s, $(du -sm node_modules 2> /dev/null | cut -f 1) MB"; done; }
tell &
telling=$!
trap 'kill $telling 2>/dev/null' EXIT

npm ci $omit --no-progress --loglevel=error
# Only builds of addons need the headers of Node (70 MB).
rm -rf node_modules/node/node_modules/*/include
# npm goes on without an optional package that fails.
if ! node_modules/.bin/node --version >/dev/null; then
  echo "npm has not installed Node (the package node). Its reason: npm install --no-save --foreground-scripts node" >&2
  rm -f $list
  exit 1
fi
touch $list
