// Files of many small graphs, made and read by hand.
#pragma once

#include <zlib.h>

#include <cmath>
#include <cstring>
#include <utility>

#include "apsp/apsp.hpp"
#include "cli/program.hpp"
#include "io/npy_header.hpp"
#include "io/npz.hpp"

namespace apsp::cli_test {

using Shape = std::vector<std::size_t>;

template <class T>
std::string bytes_of(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class T>
std::string npy(const Shape& shape, const std::vector<T>& values, const std::string& type) {
    return make_npy_header(shape, type) + bytes_of(values);
}
template <class T>
std::string npy(const Shape& shape, const std::vector<T>& values) {
    return npy(shape, values, numpy_type(kDtypeOf<T>));
}

struct Array {
    Shape shape;
    std::string type;  // "<f4"
    std::string elements;

    template <class T>
    std::vector<T> as() const {
        std::vector<T> values(elements.size() / sizeof(T));
        std::memcpy(values.data(), elements.data(), elements.size());
        return values;
    }
};

inline Array parse(const std::string& content) {
    const NpyArray header = parse_npy_array(content, "output");
    check_elements(header, content, "output");
    return {header.shape, npy_name(header.type), content.substr(header.size)};
}

inline Array array_in(const std::string& npz, const std::string& name) {
    const InputFile file(npz);
    return parse(NpzReader(file).read(name));
}

template <class T>
void put(std::string& text, T value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// An archive of these files, stored or deflated, in the first version of the zip format.
inline std::string zip(const std::vector<std::pair<std::string, std::string>>& files,
                       bool deflated) {
    std::string all, directory;
    for (const auto& [name, content] : files) {
        std::string packed = content;
        if (deflated) {
            z_stream z{};
            REQUIRE(deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) == Z_OK);
            packed.resize(deflateBound(&z, content.size()));
            z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
            z.avail_in = static_cast<uInt>(content.size());
            z.next_out = reinterpret_cast<Bytef*>(packed.data());
            z.avail_out = static_cast<uInt>(packed.size());
            REQUIRE(deflate(&z, Z_FINISH) == Z_STREAM_END);
            packed.resize(z.total_out);
            deflateEnd(&z);
        }
        const auto checksum = static_cast<std::uint32_t>(
            crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
        std::string common;
        put(common, std::uint16_t{20});
        put(common, std::uint16_t{0});
        put(common, static_cast<std::uint16_t>(deflated ? 8 : 0));
        put(common, std::uint32_t{0x00210000});
        put(common, checksum);
        put(common, static_cast<std::uint32_t>(packed.size()));
        put(common, static_cast<std::uint32_t>(content.size()));
        put(common, static_cast<std::uint16_t>(name.size()));
        put(common, std::uint16_t{0});
        directory += "PK\x01\x02";
        put(directory, std::uint16_t{20});
        directory += common + std::string(10, '\0');
        put(directory, static_cast<std::uint32_t>(all.size()));
        directory += name;
        all += "PK\x03\x04" + common + name + packed;
    }
    std::string end = "PK\x05\x06" + std::string(4, '\0');
    for (int k = 0; k < 2; ++k) put(end, static_cast<std::uint16_t>(files.size()));
    put(end, static_cast<std::uint32_t>(directory.size()));
    put(end, static_cast<std::uint32_t>(all.size()));
    return all + directory + end + std::string(2, '\0');
}

/// Graphs of 0 to 12 vertices, in compressed rows.
struct Drawn {
    std::vector<std::int64_t> graph_ptr = {0}, indptr = {0}, indices;
    std::vector<std::int32_t> weights;
    std::vector<std::vector<Arc>> arcs;

    explicit Drawn(std::size_t graphs = 40) {
        for (std::size_t b = 0; b < graphs; ++b) {
            const std::size_t n = b % 13;
            arcs.emplace_back();
            for (std::uint32_t i = 0; i < n; ++i) {
                for (std::uint32_t k = 1; k < 4 && n > 1; ++k) {
                    const auto j = static_cast<std::uint32_t>((i * k + b + k) % n);
                    if (j == i || (i + b) % 5 == 0) continue;
                    arcs.back().push_back(
                        {i, j, 1.0 + static_cast<double>((i * 7 + k * 5 + b) % 11)});
                    indices.push_back(j);
                    weights.push_back(static_cast<std::int32_t>(arcs.back().back().weight));
                }
                indptr.push_back(static_cast<std::int64_t>(indices.size()));
            }
            graph_ptr.push_back(graph_ptr.back() + static_cast<std::int64_t>(n));
        }
    }
    std::size_t vertices(std::size_t b) const {
        return static_cast<std::size_t>(graph_ptr[b + 1] - graph_ptr[b]);
    }
    std::vector<std::pair<std::string, std::string>> files() const {
        return {{"graph_ptr.npy", npy({graph_ptr.size()}, graph_ptr, "<i8")},
                {"indptr.npy", npy({indptr.size()}, indptr, "<i8")},
                {"indices.npy", npy({indices.size()}, indices, "<i8")},
                {"weights.npy", npy({weights.size()}, weights)}};
    }
    /// Distances of all, one after the other, each as a solve of its own finds them.
    std::vector<double> distances(double no_path, bool unweighted = false) const {
        std::vector<double> all;
        for (std::size_t b = 0; b < arcs.size(); ++b) {
            const std::size_t n = vertices(b);
            if (n == 0) continue;
            std::vector<Arc> mine = arcs[b];
            for (Arc& arc : mine) arc.weight = unweighted ? 1 : arc.weight;
            const Solution solution =
                apsp::solve(Graph::from_arcs(n, mine, "single"), {.dtype = Dtype::f64});
            for (std::size_t k = 0; k < n * n; ++k) {
                const double d = solution.distances.at(k / n, k % n);
                all.push_back(std::isinf(d) ? no_path : d);
            }
        }
        return all;
    }
};

template <class T>
std::vector<double> doubles(const Array& array) {
    const std::vector<T> values = array.as<T>();
    return {values.begin(), values.end()};
}

inline std::string refused_batch(int code, const Words& words) {
    const Outcome outcome = run(with({"batch"}, words));
    CAPTURE(outcome.err);
    CHECK(outcome.code == code);
    CHECK(outcome.out == "");
    return outcome.err;
}

inline bool reads_npz() {
    if (!can_read_npz()) skipped("batches in .npz files: built without libzip");
    return can_read_npz();
}

}  // namespace apsp::cli_test
