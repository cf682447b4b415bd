// All of apsp-ocl's library.
#pragma once

#include "apsp/algorithm.hpp"
#include "apsp/devices.hpp"
#include "apsp/dtype.hpp"
#include "apsp/errors.hpp"
#include "apsp/generate.hpp"
#include "apsp/graph.hpp"
#include "apsp/io.hpp"
#include "apsp/labels.hpp"
#include "apsp/matrix.hpp"
#include "apsp/paths.hpp"
#include "apsp/semiring.hpp"
#include "apsp/solve.hpp"
#include "apsp/statistics.hpp"
#include "apsp/summary.hpp"
#include "apsp/verify.hpp"
#include "apsp/version.hpp"
