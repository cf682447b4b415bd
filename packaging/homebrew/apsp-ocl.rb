# Builds the checkout that contains this formula: brew install --HEAD packaging/homebrew/apsp-ocl.rb
class ApspOcl < Formula
  desc "All-pairs shortest paths on any OpenCL device"
  license "Apache-2.0"
  head "file://#{File.expand_path("../..", __dir__)}", using: :git, branch: "main"

  depends_on "cmake" => :build
  depends_on "cxxopts" => :build
  depends_on "fmt" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "opencl-clhpp-headers" => :build
  depends_on "opencl-headers" => :build
  depends_on "libzip"
  depends_on :linux
  depends_on "metis"
  depends_on "opencl-icd-loader"
  depends_on "pugixml"
  depends_on "suite-sparse"
  depends_on "tbb"
  depends_on "zlib"
  depends_on "zstd"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", *std_cmake_args,
           "-DCMAKE_UNITY_BUILD=ON", "-DBUILD_SHARED_LIBS=ON",
           "-DAPSP_TESTS=OFF", "-DAPSP_CUDA=OFF", "-DAPSP_MPI=OFF"
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    system bin/"apsp-ocl", "--device", "cpu", "--random", "100,0.1,1", "--verify"
  end
end
