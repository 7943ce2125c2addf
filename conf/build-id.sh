#!/usr/bin/env bash
# Prints which commit a build is of: the last one that changed what the jars are made of, so that a commit of documents
# alone makes no other jar, for which `./dateline prepare` would have to run again. With a + where files differ from it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
sources=(pom.xml {fabric,routing-engines,hw-mad,simulator,persistence,routing-actors,subnet,subnet-administration,command-line,sm-node}/{pom.xml,src/main})
commit=""
# An unpacked copy may lie in a repository that is another one's.
if [ -e "$root/.git" ]; then
  commit=$(git -C "$root" log -1 --format=%h --abbrev=8 -- "${sources[@]}" 2>/dev/null || true)
fi
if [ -z "$commit" ]; then
  echo unknown
elif [ -n "$(git -C "$root" status --porcelain -- "${sources[@]}" 2>/dev/null)" ]; then
  echo "$commit+"
else
  echo "$commit"
fi
